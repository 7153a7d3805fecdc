// A blocklisting during sending: npm run blocklisting -- --subscribers 2000
// At a random moment of a broadcast, the first of two mail servers refuses everything because its client is on a block list: at MAIL FROM, at
// RCPT TO, or after the message. Its circuit must open and the second transport take over: no one has bounced, and everyone has one message.

import path from 'node:path'
import { parseArgs } from 'node:util'
import { configureLog } from '../server/core/log.ts'
import { closeDatabase, openDatabase } from '../server/db/client.ts'
import { openEmbedded } from '../server/db/embedded/embedded.ts'
import { setEnv } from '../server/env.ts'
import { getBroadcastReport } from '../server/modules/broadcasts/report/report.ts'
import { sendBroadcast } from '../server/modules/broadcasts/sending/sending.ts'
import { createBroadcast } from '../server/modules/broadcasts/service.ts'
import { closeTransports } from '../server/modules/transports/open-transports.ts'
import { listCircuits } from '../server/modules/transports/service.ts'
import { testAccount } from '../server/testing/account.ts'
import { makeDatabase } from '../server/testing/database/database.ts'
import { openMailSink } from '../server/testing/servers/mail-sink.ts'
import { same } from './same.ts'

const { values: given } = parseArgs({ options: { subscribers: { type: 'string', default: '2000' } } })
const SUBSCRIBERS = Number(given.subscribers)
const LISTED = '5.7.1 Service unavailable; client host [203.0.113.9] blocked using zen.spamhaus.org'

/** The command that is refused. */
const MOMENTS = ['MAIL FROM', 'RCPT TO', 'message'] as const

const embedded = await openEmbedded({ dir: path.resolve('node_modules/.cache/envoi-bench'), throwaway: true })
const test_database = await makeDatabase(embedded.url)
configureLog('error')
openDatabase(test_database.url)
try {
  for (const moment of MOMENTS) await listedAt(moment)
} finally {
  await closeTransports()
  await closeDatabase()
  await test_database.drop()
  await embedded.close()
}

async function listedAt(moment: (typeof MOMENTS)[number]): Promise<void> {
  const after = Math.floor((0.1 + 0.7 * Math.random()) * SUBSCRIBERS)
  const refuse = (at: typeof moment) =>
    at === moment && first.messages.length >= after ? { code: 550, text: LISTED } : undefined
  const [first, second_sink] = await Promise.all([openMailSink(), openMailSink()])
  first.behavior = {
    onSender: () => refuse('MAIL FROM'),
    onRecipient: () => refuse('RCPT TO'),
    onMessage: () => refuse('message'),
  }
  const [listed_name, spare] = [`listed at ${moment}`, `spare for ${moment}`]
  setEnv({
    NODE_ENV: 'test',
    DATABASE_URL: test_database.url,
    SECRET_KEY: 'only-for-the-loop-only-for-the-loop',
    WARM_UP: 'off',
    TRANSPORTS: JSON.stringify([
      { name: nameOf(listed_name), url: first.url('pool=8') },
      { name: nameOf(spare), url: second_sink.url('pool=8'), weight: 0 },
    ]),
  })
  const { ctx, account_id } = await testAccount()
  await ctx.sql.run(
    `insert into subscriber (account_id, email_address) select $1, 's' || n || '@example.net' from generate_series(1, $2::int) n`,
    [SUBSCRIBERS],
  )
  const { id } = await createBroadcast(ctx, { subject: 'News', content: '<p>Hello.</p>', send_at: ctx.now() })
  for (let state = 'more'; state !== 'finished'; ) {
    ;({ state } = await sendBroadcast(ctx, { id, work_ms: 10_000 }))
    if (state === 'wait' || state === 'stopped') throw new Error(`Sending did not continue: ${state}`)
  }
  const rows = (statement: string) => ctx.sql.rows(statement)
  const got = [...first.messages, ...second_sink.messages].map(({ to }) => to)
  console.log(
    `\n${moment}: listed after ${after} messages, ${second_sink.messages.length} went over the second transport`,
  )
  same('messages', [got.length, new Set(got).size], [SUBSCRIBERS, SUBSCRIBERS])
  same('messages of the listed server', first.messages.length >= after && first.messages.length < SUBSCRIBERS, true)
  same('states', await rows('select state::text, count(*)::int from subscriber where account_id = $1 group by 1'), [
    { state: 'active', count: SUBSCRIBERS },
  ])
  same(
    'deliveries',
    await rows(`select state::text, transport, count(*)::int, count(bounced_at)::int as bounced from delivery
      where account_id = $1 group by 1, 2 order by 2`),
    [
      { state: 'sent', transport: nameOf(listed_name), count: first.messages.length, bounced: 0 },
      { state: 'sent', transport: nameOf(spare), count: second_sink.messages.length, bounced: 0 },
    ],
  )
  const { funnel } = await getBroadcastReport(ctx, { id })
  same('report', [funnel.sent, funnel.bounced], [SUBSCRIBERS, 0])
  same('suppression list', await rows('select 1 from suppression where account_id = $1'), [])
  const circuits = await listCircuits()
  same(
    'open circuits',
    circuits.map(({ transport, kind, account_id: of }) => [transport, kind, of]),
    [[nameOf(listed_name), 'refused', 0]],
  )
  if (process.exitCode) throw new Error(`Account ${account_id} is not as it must be`)
  await closeTransports()
  await Promise.all([first.close(), second_sink.close()])
}

function nameOf(text: string): string {
  return text.toLowerCase().replaceAll(' ', '-')
}
