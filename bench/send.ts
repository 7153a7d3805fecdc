/**
 * Sends a broadcast of 15 KB messages with 14 tracked links through the whole delivery table to a sink on loopback, against a bare socket client
 * and nodemailer's pool with prebuilt messages, and nodemailer's pool that composes the same email. Variants alternate, round after round;
 * medians are printed. Also measures how fast recipients are enqueued, against the bare INSERT ... SELECT.
 *
 *   node bench/send.ts [--emails 20000] [--connections 8] [--rounds 3] [--subscribers 200000] [--only broadcast,INSERT]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Ctx } from '../server/core/context.ts'
import { configureLog } from '../server/core/log.ts'
import { write } from '../server/core/write/write.ts'
import { closeDatabase, database, openDatabase, unscoped } from '../server/db/client.ts'
import { openEmbedded } from '../server/db/embedded/embedded.ts'
import { setEnv } from '../server/env.ts'
import { sendBroadcast } from '../server/modules/broadcasts/sending/sending.ts'
import { createBroadcast } from '../server/modules/broadcasts/service.ts'
import type { Snapshot } from '../server/modules/delivery/compose/compose.ts'
import { prepareMail } from '../server/modules/delivery/compose/personalize.ts'
import { closeMessageSigner } from '../server/modules/delivery/compose/signer.ts'
import { enqueueRecipients } from '../server/modules/delivery/enqueueing/enqueue-recipients.ts'
import { suppressAddresses } from '../server/modules/subscribers/state/suppression.ts'
import { closeTransports } from '../server/modules/transports/open-transports.ts'
import { type TestAccount, testAccount } from '../server/testing/account.ts'
import { dashboard } from '../server/testing/dashboard.ts'
import { makeDatabase } from '../server/testing/database/database.ts'
import { setSender } from '../server/testing/servers/sending-domain.ts'
import { cpuOfTree, postmasterPid } from './process-cpu.ts'
import { seconds, sendBare, sendComposed, sendPrebuilt } from './smtp-yardsticks.ts'

const { values } = parseArgs({
  options: {
    emails: { type: 'string', default: '20000' },
    connections: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    subscribers: { type: 'string', default: '200000' },
    only: { type: 'string', default: '' },
  },
})
const emails = Number(values.emails)
const connections = Number(values.connections)
const subscribers = Number(values.subscribers)

const sink = spawn(process.execPath, [path.join(import.meta.dirname, 'smtp-sink.ts')], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
const port = await lineOf(sink)
const server = await openEmbedded({ dir: path.resolve('node_modules/.cache/envoi-bench'), throwaway: true })
const test_database = await makeDatabase(server.url)
configureLog('silent')
const settings = {
  NODE_ENV: 'test',
  DATABASE_URL: test_database.url,
  SECRET_KEY: 'only-for-benchmarks-only-for-benchmarks',
  BASE_URL: 'https://mail.studio.example',
  WARM_UP: 'off',
  SMTP_URL: `smtp://127.0.0.1:${port}/?tls=never&pool=${connections}`,
}
setEnv(settings)
openDatabase(test_database.url)

const content = Array.from(
  { length: 14 },
  (_, n) => `<p>Hello {{ subscriber.first_name | default: "friend" }}, ${'what we have learned this month. '.repeat(11)}
<a href="https://studio.example/read?more=${n}">Read on</a></p>\n`,
).join('')

const SENDER = path.join(import.meta.dirname, '../server/testing/processes/send-child.ts')
const nodemailer_key = {
  domainName: 'studio.example',
  keySelector: 'one',
  privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
}

const figures = new Map<string, number[]>()
try {
  const messages = await prebuilt()
  const reduced_emails = Math.ceil(emails / 4)
  const bytes = messages.reduce((sum, { length }) => sum + length, 0) / messages.length
  console.log(`${emails} messages of ${Math.round(bytes)} bytes, ${connections} connections`)
  for (let round = 0; round < Number(values.rounds); round++) {
    await measure('broadcast, with enqueueing', () => measureBroadcast({ is_signed: false }))
    const bare = (announces: boolean) => sendBare({ port, connections, count: emails }, messages, { announces })
    await measure('bare socket client that announces', () => bare(true))
    await measure('bare socket client that waits', () => bare(false))
    await measure("nodemailer's pool, prebuilt", () => sendPrebuilt({ port, connections, count: emails }, messages))
    await measure("nodemailer's pool, composing", () =>
      sendComposed({ port, connections, count: reduced_emails }, content),
    )
    await measure('signed broadcast', () => measureBroadcast({ is_signed: true }))
    await measure("nodemailer's pool, composing and signing", () =>
      sendComposed({ port, connections, count: reduced_emails }, content, nodemailer_key),
    )
    await measure('two broadcasts together', measureTwo)
    await measure('one process from its start', () => measureProcesses(1))
    await measure('two processes from their start', () => measureProcesses(2))
    await measure('enqueueing recipients', () => measureEnqueueing({ listed: 0 }))
    await measure('enqueueing, 5 % on a suppression list', () => measureEnqueueing({ listed: 0.05 }))
    await measure('bare INSERT ... SELECT', measureInsert)
  }
  for (const [name, rates] of figures)
    console.log(name.padEnd(40), round(median(rates)), rates.map(Math.round).join(' '))
} finally {
  await closeTransports()
  await closeMessageSigner()
  await closeDatabase()
  await test_database.drop()
  await server.close()
  sink.kill()
}

async function measure(name: string, run: () => Promise<number>): Promise<void> {
  if (!values.only.split(',').some((part) => name.includes(part))) return
  figures.set(name, [...(figures.get(name) ?? []), await run()])
}

async function readyAccount(count: number, { is_signed = false } = {}) {
  const account = await testAccount()
  if (is_signed) await verifyDomain(account)
  await account.ctx.sql.run(
    `insert into subscriber (account_id, email_address, first_name)
     select $1, 'subscriber' || n || '@example.net', 'Subscriber ' || n from generate_series(1, $2::int) n`,
    [count],
  )
  await database().pool.query('vacuum analyze subscriber')
  const { id } = await createBroadcast(account.ctx, {
    subject: 'News for {{ subscriber.first_name }}',
    content,
    send_at: account.ctx.now(),
  })
  return { ctx: account.ctx, id }
}

/** Signs with one RSA key, like nodemailer. */
async function verifyDomain(account: TestAccount): Promise<void> {
  const { account_id } = account
  const domain = `d${account_id}.no`
  await dashboard(account).sending_domains.add({ domain })
  await unscoped().sendingDomain.updateMany({ where: { account_id }, data: { verified_at: new Date() } })
  await unscoped().sendingKey.updateMany({
    where: { account_id, algorithm: 'rsa' },
    data: { published_at: new Date() },
  })
  await setSender(account, `hi@${domain}`)
}

async function measureTwo(): Promise<number> {
  const half = Math.ceil(emails / 2)
  const ready = [await readyAccount(half), await readyAccount(half)]
  return watched('together', 2 * half, () => Promise.all(ready.map(sendWhole)))
}

async function measureProcesses(count: number): Promise<number> {
  const { ctx, id } = await readyAccount(emails)
  const job = JSON.stringify({ settings, account_id: ctx.account_id, broadcast_id: id })
  const started_at = performance.now()
  const ended = Array.from({ length: count }, () => {
    const child = spawn(process.execPath, [SENDER, job], { stdio: ['ignore', 'ignore', 'inherit'] })
    return once(child, 'exit')
  })
  for (const [code] of await Promise.all(ended)) if (code !== 0) throw new Error(`A sender ended with code ${code}`)
  return emails / seconds(started_at)
}

async function sendWhole({ ctx, id }: { ctx: Ctx; id: number }): Promise<void> {
  while ((await sendBroadcast(ctx, { id, work_ms: 600_000 })).state !== 'finished');
}

async function measureBroadcast(options: { is_signed: boolean }): Promise<number> {
  const ready = await readyAccount(emails, options)
  return watched(options.is_signed ? 'signed' : 'broadcast', emails, () => sendWhole(ready))
}

/** Returns the messages per second sent by `send`, and prints the processor time per message. Throws if one is missing. */
async function watched(name: string, count: number, send: () => Promise<unknown>): Promise<number> {
  const earlier_messages = await taken()
  const started = performance.now()
  const cpu = await cpuUsed()
  await send()
  const took = seconds(started)
  const parts = (await cpuUsed()).map((used, at) => (used - (cpu[at] ?? 0)) / count)
  const arrived = (await taken()) - earlier_messages
  if (arrived !== count) throw new Error(`${arrived} of ${count} messages arrived`)
  const [sender, thread, postgres, taker] = parts.map(Math.round)
  const memory = Math.round(process.memoryUsage().rss / 1_048_576)
  console.log(
    `  ${name}: ${Math.round(count / took)}/s; CPU for each message: sender ${sender} µs, of which its main thread ${thread}, PostgreSQL ${postgres} µs, sink ${taker} µs; ${memory} MB`,
  )
  return count / took
}

/** Returns microseconds of this process, of its main thread, of PostgreSQL and of the sink. */
async function cpuUsed(): Promise<number[]> {
  const [all, thread] = [process.cpuUsage(), process.threadCpuUsage()]
  const postgres = cpuOfTree(await postmasterPid(database().pool))
  return [all.user + all.system, thread.user + thread.system, postgres, cpuOfTree(sink.pid ?? 0)]
}

/** Returns messages as the broadcast sends them. */
async function prebuilt(): Promise<Buffer[]> {
  const { ctx, id } = await readyAccount(200)
  await sendWhole({ ctx, id })
  const { id: mail_id, snapshot } = await ctx.db.mail.findFirstOrThrow({ where: { broadcast_id: id } })
  const prepared = prepareMail(snapshot as unknown as Snapshot, { account_id: ctx.account_id, mail_id })
  const rows = await ctx.db.subscriber.findMany({ take: 200 })
  return rows.map((row) => prepared.message({ ...row, id: Number(row.id), fields: {} }, ctx.now()).raw)
}

async function measureEnqueueing({ listed }: { listed: number }): Promise<number> {
  const { ctx, id } = await readyAccount(subscribers)
  const email_addresses = Array.from({ length: listed * subscribers }, (_, n) => `subscriber${n + 1}@example.net`)
  await write(ctx, (tx) => suppressAddresses(tx, { email_addresses, reason: 'import', source: 'import' }))
  const { id: mail_id } = await ctx.db.mail.findFirstOrThrow({ where: { broadcast_id: id } })
  const started = performance.now()
  while (!(await enqueueRecipients(ctx, { mail_id, audience: { where: 'true', values: [] } })));
  return subscribers / seconds(started)
}

/** Runs the minimum that writes the same rows into the same table, in statements of the same size. */
async function measureInsert(): Promise<number> {
  const { ctx, id } = await readyAccount(subscribers)
  const { id: mail_id } = await ctx.db.mail.findFirstOrThrow({ where: { broadcast_id: id } })
  const started_at = performance.now()
  for (let after = 0, written_rows = -1; written_rows !== 0; ) {
    const [row] = await ctx.sql.rows<{ last: number | null; written: number }>(
      `with made as (
         insert into delivery (account_id, mail_id, subscriber_id)
         select account_id, $2, id from subscriber where account_id = $1 and id > $3 order by id limit 8000 returning subscriber_id
       ) select max(subscriber_id) as last, count(*)::int as written from made`,
      [mail_id, after],
    )
    after = row?.last ?? after
    written_rows = row?.written ?? 0
  }
  return subscribers / seconds(started_at)
}

async function taken(): Promise<number> {
  sink.stdin?.write('count\n')
  return lineOf(sink)
}

async function lineOf({ stdout }: ChildProcess): Promise<number> {
  const [line] = await once(stdout as NonNullable<typeof stdout>, 'data')
  return Number(line)
}

function median(all: readonly number[]): number {
  const sorted = all.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

function round(rate: number): string {
  return Math.round(rate).toLocaleString('en').padStart(8)
}
