// How fast reports are taken in, beside the parser alone on the same messages:
//   node bench/reports.ts --messages 10000 --rounds 3
// The messages are the corpus's bounces and complaints, each about another message of one broadcast. Three measurements in turn: the parser
// alone; messages that are stored already, until their subscribers' states have changed; and everything, from eight SMTP connections.
// Compare the ratios: numbers of two machines, or of a busy one, do not compare.
import net from 'node:net'
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

const { values: given } = parseArgs({ options: { messages: { type: 'string' }, rounds: { type: 'string' } } })
const MESSAGES = Number(given.messages ?? 10_000)
const ROUNDS = Number(given.rounds ?? 3)
const CONNECTIONS = 8
const DOMAIN = 'bounce.studio.example'

const embedded = await openEmbedded({ dir: path.resolve('node_modules/.cache/envoi-bench'), throwaway: true })
const made = await makeDatabase(embedded.url)
setEnv({ NODE_ENV: 'test', DATABASE_URL: made.url, SECRET_KEY: 'only-for-benchmarks-only-for-benchmarks' })
env().BOUNCE_DOMAIN = DOMAIN
configureLog('error')
openDatabase(made.url)

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const rates = { parser: [] as number[], stored: [] as number[], smtp: [] as number[] }
try {
  for (let round = 0; round <= ROUNDS; round++) {
    const [one, other] = [await arrivalsOf(), await arrivalsOf()]
    const parser = await rate(async () => {
      for (const { raw } of one) await parseReport(raw)
    })
    for (let at = 0; at < one.length; at += 500) await storeArrivals(one.slice(at, at + 500))
    const stored = await rate(async () => {
      await applyReceived()
    })
    const smtp = await overSmtp(other)
    // The first round warms up.
    if (round === 0) continue
    rates.parser.push(parser)
    rates.stored.push(stored)
    rates.smtp.push(smtp)
    console.log(
      `round ${round}: parser ${parser.toFixed(0)}, stored to applied ${stored.toFixed(0)}, over SMTP ${smtp.toFixed(0)} reports/s`,
    )
  }
  const [parser, stored, smtp] = [median(rates.parser), median(rates.stored), median(rates.smtp)]
  console.log(`medians: parser ${parser.toFixed(0)} reports/s`)
  console.log(`stored to applied ${stored.toFixed(0)} reports/s, ${(stored / parser).toFixed(2)} of the parser`)
  console.log(`over SMTP, to applied ${smtp.toFixed(0)} reports/s, ${(smtp / parser).toFixed(2)} of the parser`)
} finally {
  await closeDatabase()
  await made.drop()
  await embedded.close()
}

async function rate(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (MESSAGES * 1000) / (performance.now() - start)
}

/** A broadcast that was sent to new subscribers, and a report about each message. */
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

async function overSmtp(arrivals: readonly Arrival[]): Promise<number> {
  const { port = 0, stop } = await startReports({
    settings: { HOST: '127.0.0.1', BOUNCE_DOMAIN: DOMAIN, BOUNCE_SMTP_PORT: 0 },
    log: rootLogger(),
    limits: { messages_per_minute: Number.MAX_SAFE_INTEGER },
  })
  const waiting = [...arrivals]
  try {
    return await rate(async () => {
      await Promise.all(Array.from({ length: CONNECTIONS }, () => postAll(port, waiting)))
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

/** Sends messages one after the other on a connection, with the envelope in one write. */
async function postAll(port: number, waiting: Arrival[]): Promise<void> {
  const socket = net.connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  let text = ''
  let wake = () => {}
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    wake()
  })
  const answers = async (count: number) => {
    for (let found = 0; found < count; ) {
      const end = text.indexOf('\r\n')
      if (end < 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      const line = text.slice(0, end)
      text = text.slice(end + 2)
      if (line[3] === '-') continue
      if (!/^[23]/.test(line)) throw new Error(line)
      found++
    }
  }
  await answers(1)
  socket.write('EHLO bench\r\n')
  await answers(1)
  for (let arrival = waiting.pop(); arrival; arrival = waiting.pop()) {
    socket.write(`MAIL FROM:<>\r\nRCPT TO:<${arrival.recipient}>\r\nDATA\r\n`)
    await answers(3)
    socket.write(arrival.raw)
    socket.write('\r\n.\r\n')
    await answers(1)
  }
  socket.end('QUIT\r\n')
}
