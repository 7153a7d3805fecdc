// Two workers move subscribers through an automation (tag, wait, email), and one is killed with -9 in the middle:
// npm run engine-conformance -- --automations 300
// Without the address of an Inngest server, the workers run the embedded engine.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { configureLog } from '../../core/log.ts'
import { closeDatabase, openDatabase } from '../../db/client.ts'
import { openEmbedded } from '../../db/embedded/embedded.ts'
import { setEnv } from '../../env.ts'
import { createTag } from '../../modules/tags/service.ts'
import { tagSubscribers } from '../../modules/tags/tagging.ts'
import { testAccount } from '../../testing/account.ts'
import { addEmail } from '../../testing/automations/automation.ts'
import { imbalancesOf } from '../../testing/automations/balance.ts'
import { liveAutomation } from '../../testing/automations/live.ts'
import { makeDatabase } from '../../testing/database/database.ts'
import { openMailSink } from '../../testing/servers/mail-sink.ts'
import { removeApp } from './engines.ts'

const [server = '', subscribers = '300'] = process.argv.slice(2)
const SUBSCRIBERS = Number(subscribers)
/** Subscribers enter in groups, so steps, waits and emails are in flight when the worker dies. */
const GROUPS = 10
/** Inngest reassigns a dead worker's calls when their leases of two minutes expire. */
const PATIENCE_MS = 20 * 60_000
const WORKER = path.resolve(import.meta.dirname, '../../worker.ts')

const dir = mkdtempSync(path.join(os.tmpdir(), 'envoi-automation-workers-'))
const postgres = await openEmbedded({ dir, throwaway: true })
const { url } = await makeDatabase(postgres.url)
const sink = await openMailSink()
const settings = {
  NODE_ENV: 'test' as const,
  DATABASE_URL: url,
  DATA_DIR: dir,
  SECRET_KEY: 'only-for-tests-only-for-tests-only-for-tests',
  SMTP_URL: sink.url('pool=4'),
  // A new domain would send only some hundred emails on its first day.
  WARM_UP: 'off',
  ...(server && { INNGEST_DEV: server }),
}
setEnv(settings)
configureLog('silent')
openDatabase(url)
const account = await testAccount()
const { ctx } = account
const workers: ChildProcess[] = []

try {
  const tags: number[] = []
  for (const name of ['Begin', 'Reached']) tags.push((await createTag(ctx, { name })).value.id)
  const [begin = 0, reached = 0] = tags
  const automation_id = await publish(begin, reached)
  const ids = await ctx.sql.rows<{ id: number }>(
    `insert into subscriber (account_id, email_address, first_name)
     select $1, 'subscriber' || n || '@example.net', 'Subscriber ' || n from generate_series(1, $2::int) n returning id`,
    [SUBSCRIBERS],
  )
  const [survivor, victim] = [await startWorker(), await startWorker()]
  const start_time = Date.now()
  const entering = enterInGroups(ids.map(({ id }) => ({ tag_id: begin, subscriber_id: id })))
  await until(async () => sink.messages.length >= SUBSCRIBERS * 0.3, 'three tenths of the emails')
  victim.kill('SIGKILL')
  await once(victim, 'exit')
  const killed_at = Date.now()
  say(`${seconds(start_time)} s: worker ${victim.pid} was killed with -9 after ${sink.messages.length} emails`)
  await entering
  const open = `automation_run where account_id = $1 and ended_at is null`
  await until(async () => (await count('automation_run where account_id = $1')) === SUBSCRIBERS, 'everyone to enter')
  await until(async () => (await count(open)) === 0, 'everyone to complete')
  const unsent = `delivery where account_id = $1 and state in ('queued', 'sending')`
  await until(async () => (await count(unsent)) === 0, 'every email')
  say(`${seconds(start_time)} s: everyone is through, ${seconds(killed_at)} s after the death`)
  await report({ automation_id, reached })
  if (survivor.exitCode !== null) throw new Error('The other worker ended too')
} finally {
  await Promise.all(workers.map(stop))
  if (server) await removeApp({ base_url: server, app: 'envoi' })
  await closeDatabase()
  await sink.close()
  await postgres.close()
  rmSync(dir, { recursive: true, force: true })
}

/** Publishes the automation that the tag `begin` starts. */
async function publish(begin: number, reached: number): Promise<number> {
  const { id, publish } = await liveAutomation(account, {})
  const email_id = await addEmail(account, { automation_id: id, subject: 'Welcome' })
  const version = await publish({
    triggers: [{ id: 't', on: { type: 'tag_added', tag_id: begin } }],
    steps: [
      { id: 'a', kind: 'action', action: { type: 'add_tag', tag_id: reached }, next: 'w' },
      { id: 'w', kind: 'wait', wait: { for: 'duration', minutes: 1 }, next: 'e' },
      { id: 'e', kind: 'action', action: { type: 'send_email', email_id }, next: null },
    ],
  })
  await ctx.db.automationVersionEmail.updateMany({ where: { email_id }, data: { version } })
  return id
}

async function enterInGroups(pairs: { tag_id: number; subscriber_id: number }[]): Promise<void> {
  const size = Math.ceil(pairs.length / GROUPS)
  for (let at = 0; at < pairs.length; at += size) {
    await tagSubscribers(ctx, { pairs: pairs.slice(at, at + size) })
    await sleep(6_000)
  }
}

async function startWorker(): Promise<ChildProcess> {
  const worker = spawn(process.execPath, [WORKER], {
    env: { LOG_LEVEL: 'info', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  workers.push(worker)
  const said = server ? 'connected to Inngest' : 'Jobs are running.'
  const signal = AbortSignal.timeout(120_000)
  let text = ''
  while (!text.includes(said)) text += String(await once(worker.stdout, 'data', { signal }))
  worker.stdout.resume()
  return worker
}

async function stop(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return
  const gone = once(worker, 'exit')
  worker.kill('SIGTERM')
  await gone
}

async function report({ automation_id, reached }: { automation_id: number; reached: number }): Promise<void> {
  const got = Map.groupBy(sink.messages, ({ to }) => to)
  const twice = [...got.values()].filter((emails) => emails.length > 1).length
  const sent_count = await count(`delivery where account_id = $1 and state = 'sent'`)
  // The process died while it was sending these to the mail server. They are reported and not sent again.
  const in_doubt = await count(`delivery where account_id = $1 and state = 'unconfirmed'`)
  const tagged_count = await count(`tagging where account_id = $1 and tag_id = ${reached}`)
  const completed_count = await count(`automation_run where account_id = $1 and state = 'completed'`)
  const passed_steps = await ctx.sql.rows<{ step_id: string; passed: number; subscribers: number }>(
    `select step_id, count(*)::int as passed, count(distinct run_id)::int as subscribers from automation_trace
     where account_id = $1 and event = 'passed' group by step_id order by step_id`,
  )
  const imbalances = await imbalancesOf(ctx, { id: automation_id })
  say(`completed: ${completed_count} of ${SUBSCRIBERS}; tagged: ${tagged_count}`)
  say(`emails: ${sent_count} sent, ${in_doubt} in doubt, ${got.size} addresses received one, ${twice} received two`)
  for (const { step_id, passed: times, subscribers: runs } of passed_steps)
    say(`step ${step_id}: passed ${times} times by ${runs} subscribers`)
  say(`counts that do not add up: ${imbalances.length === 0 ? 'none' : imbalances.join('; ')}`)
  const holds =
    completed_count === SUBSCRIBERS &&
    tagged_count === SUBSCRIBERS &&
    sent_count + in_doubt === SUBSCRIBERS &&
    twice === 0 &&
    passed_steps.every(({ passed: times, subscribers: runs }) => times === SUBSCRIBERS && runs === SUBSCRIBERS) &&
    imbalances.length === 0
  if (!holds) process.exitCode = 1
}

async function count(from: string): Promise<number> {
  const row = await ctx.sql.one<{ count: number }>(`select count(*)::int as count from ${from}`)
  return row?.count ?? 0
}

async function until(probe: () => Promise<boolean>, what: string): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; !(await probe()); await sleep(250)) {
    if (Date.now() > deadline) throw new Error(`Waited ${PATIENCE_MS / 60_000} minutes in vain for ${what}`)
  }
}

function seconds(began: number): string {
  return ((Date.now() - began) / 1_000).toFixed(0)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
