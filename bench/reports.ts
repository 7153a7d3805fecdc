// Measures the intake of reports, against the bare parser on the same messages:
//   node bench/reports.ts --messages 10000 --rounds 3
// The messages are the corpus's bounces and complaints, each about a different message of one broadcast. Three measurements in turn: the bare
// parser; messages that are stored already, until their subscribers' states have changed; and everything, from eight SMTP connections of another
// process.
// Compare the ratios, because numbers of two machines, or of a busy one, are not comparable.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startReports } from '../server/bounces.ts'
import { configureLog, rootLogger } from '../server/core/log.ts'
import { closeDatabase, database, openDatabase } from '../server/db/client.ts'
import { openEmbedded } from '../server/db/embedded/embedded.ts'
import { env, setEnv } from '../server/env.ts'
import { parseReport } from '../server/mail/reports/report.ts'
import { type Arrival, applyReceived, storeArrivals } from '../server/modules/bounces/intake/received.ts'
import { returnPath } from '../server/modules/delivery/tracking/return-path.ts'
import { testAccount } from '../server/testing/account.ts'
import { makeDatabase } from '../server/testing/database/database.ts'
import { reportBytes, reportFixtures } from '../server/testing/reports/fixtures.ts'
import { cpuOfTree, postmasterPid } from './process-cpu.ts'

const { values: given } = parseArgs({ options: { messages: { type: 'string' }, rounds: { type: 'string' } } })
const MESSAGES = Number(given.messages ?? 10_000)
const ROUNDS = Number(given.rounds ?? 3)
const DOMAIN = 'bounce.studio.example'

const embedded = await openEmbedded({ dir: path.resolve('node_modules/.cache/envoi-bench'), throwaway: true })
const test_database = await makeDatabase(embedded.url)
setEnv({ NODE_ENV: 'test', DATABASE_URL: test_database.url, SECRET_KEY: 'only-for-benchmarks-only-for-benchmarks' })
env().BOUNCE_DOMAIN = DOMAIN
configureLog('error')
openDatabase(test_database.url)

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const measurements = { parser: [] as Measured[], stored: [] as Measured[], smtp: [] as Measured[] }
try {
  for (let round = 0; round <= ROUNDS; round++) {
    const [first_arrivals, second_arrivals] = [await arrivalsOf(), await arrivalsOf()]
    const parser = await rate(async () => {
      for (const { raw } of first_arrivals) await parseReport(raw)
    })
    for (let at = 0; at < first_arrivals.length; at += 500) await storeArrivals(first_arrivals.slice(at, at + 500))
    const stored = await rate(async () => {
      await applyReceived()
    })
    const smtp = await overSmtp(second_arrivals)
    // The first round is for warming up.
    if (round === 0) continue
    for (const [name, one] of Object.entries({ parser, stored, smtp })) {
      measurements[name as keyof typeof measurements].push(one)
      console.log(
        `round ${round}, ${name}: ${one.rate.toFixed(0)} reports/s; Node ${one.node.toFixed(0)} µs, PostgreSQL ${one.postgres.toFixed(0)} µs for each`,
      )
    }
  }
  const of = (name: keyof typeof measurements) => median(measurements[name].map(({ rate }) => rate))
  const [parser, stored, smtp] = [of('parser'), of('stored'), of('smtp')]
  console.log(`medians: parser ${parser.toFixed(0)} reports/s`)
  console.log(`stored to applied ${stored.toFixed(0)} reports/s, ${(stored / parser).toFixed(2)} of the parser`)
  console.log(`over SMTP, to applied ${smtp.toFixed(0)} reports/s, ${(smtp / parser).toFixed(2)} of the parser`)
} finally {
  await closeDatabase()
  await test_database.drop()
  await embedded.close()
}

interface Measured {
  /** Reports per second. */
  rate: number
  /** Microseconds of processor time per report. */
  node: number
  postgres: number
}

async function rate(work: () => Promise<unknown>): Promise<Measured> {
  const postmaster = await postmasterPid(database().pool)
  const [used, used_by_postgres, start] = [process.cpuUsage(), cpuOfTree(postmaster), performance.now()]
  await work()
  const { user, system } = process.cpuUsage(used)
  return {
    rate: (MESSAGES * 1000) / (performance.now() - start),
    node: (user + system) / MESSAGES,
    postgres: (cpuOfTree(postmaster) - used_by_postgres) / MESSAGES,
  }
}

/** Creates a broadcast that was sent to new subscribers, and a report about each message. */
async function arrivalsOf(): Promise<Arrival[]> {
  const { ctx, account_id } = await testAccount()
  const broadcast = await ctx.db.broadcast.create({ data: { account_id, subject: 'News', status: 'completed' } })
  const mail = await ctx.db.mail.create({
    data: { account_id, kind: 'broadcast', broadcast_id: broadcast.id, sent: MESSAGES, recipients: MESSAGES },
  })
  const subscribers = await ctx.sql.rows<{ id: number; email_address: string }>(
    `insert into subscriber (account_id, email_address)
     select $1, 's' || n || '@example.net' from generate_series(1, $2::int) n returning id, email_address`,
    [MESSAGES],
  )
  await ctx.sql.run(
    `insert into delivery (account_id, mail_id, subscriber_id, state, sent_at)
     select account_id, $2, id, 'sent', now() from subscriber where account_id = $1`,
    [mail.id],
  )
  await database().pool.query('analyze delivery, subscriber')
  const fixtures = reportFixtures.filter(
    ({ expected, raw }) => /hard|soft|blocked|complaint/.test(expected) && raw.includes('{{verp}}'),
  )
  return subscribers.map(({ id, email_address: address }, n) => {
    const to = returnPath({ account_id, mail_id: mail.id, subscriber_id: id }, { address, sent_at: new Date() }) ?? ''
    const { raw } = fixtures[n % fixtures.length] as (typeof fixtures)[number]
    return { source: 'smtp', recipient: to, raw: reportBytes(raw, to) }
  })
}

async function overSmtp(arrivals: readonly Arrival[]): Promise<Measured> {
  const { port = 0, stop } = await startReports({
    settings: { HOST: '127.0.0.1', BOUNCE_DOMAIN: DOMAIN, BOUNCE_SMTP_PORT: 0 },
    log: rootLogger(),
    limits: { messages_per_minute: Number.MAX_SAFE_INTEGER },
  })
  const client = spawn(process.execPath, [path.join(import.meta.dirname, 'report-client.ts'), String(port)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  client.stdin.write(`${JSON.stringify(arrivals.map(({ recipient, raw }) => [recipient, raw.toString('base64')]))}\n`)
  try {
    await once(client.stdout, 'data')
    return await rate(async () => {
      client.stdin.end()
      await once(client, 'exit')
      for (;;) {
        const { rows } = await database().pool.query('select from received_message where read_at is null limit 1')
        if (rows.length === 0) return
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    })
  } finally {
    await stop()
  }
}
