// The closed loop with a real Postfix on loopback, as root: npm run bounce-loop -- --subscribers 2000 --bounces 100 --complaints 10
// A broadcast is passed to Postfix, which delivers it to a server that refuses some addresses, so Postfix sends bounces, and whose users
// complain by feedback reports (RFC 5965). A minute later, states, events, report, suppression list and rates must be exact.
// `--kills 20` kills the process that receives reports (kill -9) at random moments while they stream in.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createTransport } from 'nodemailer'
import { systemCtx } from '../server/core/context.ts'
import { configureLog } from '../server/core/log.ts'
import { closeDatabase, database, openDatabase } from '../server/db/client.ts'
import { openEmbedded } from '../server/db/embedded/embedded.ts'
import { setEnv } from '../server/env.ts'
import { freePort } from '../server/lib/net/free-port.ts'
import { getEmailStats } from '../server/modules/accounts/stats.ts'
import { getBroadcastReport } from '../server/modules/broadcasts/report/report.ts'
import { sendBroadcast } from '../server/modules/broadcasts/sending/sending.ts'
import { createBroadcast } from '../server/modules/broadcasts/service.ts'
import { checkReputations, getSendingHealth } from '../server/modules/reputation/service.ts'
import { decideWave, listWaves } from '../server/modules/reputation/waves.ts'
import { closeTransports } from '../server/modules/transports/open-transports.ts'
import { testAccount } from '../server/testing/account.ts'
import { makeDatabase } from '../server/testing/database/database.ts'
import { subscribeTo, takeEvents } from '../server/testing/events.ts'
import { openMailSink, type ReceivedMail } from '../server/testing/servers/mail-sink.ts'
import { startPostfix } from './postfix.ts'
import { same } from './same.ts'

const { values: options } = parseArgs({
  options: {
    subscribers: { type: 'string', default: '2000' },
    bounces: { type: 'string', default: '100' },
    complaints: { type: 'string', default: '10' },
    kills: { type: 'string', default: '0' },
  },
})
const [SUBSCRIBERS, BOUNCES, COMPLAINTS, KILLS] = [
  options.subscribers,
  options.bounces,
  options.complaints,
  options.kills,
].map(Number) as [number, number, number, number]
const DOMAIN = 'bounce.studio.example'
const MAX_MS = 60_000 + KILLS * 5_000

const embedded = await openEmbedded({ dir: path.resolve('node_modules/.cache/envoi-bench'), throwaway: true })
const test_database = await makeDatabase(embedded.url)
const [postfix_port, intake_port] = [await freePort(), await freePort()]
const settings = {
  NODE_ENV: 'test',
  DATABASE_URL: test_database.url,
  SECRET_KEY: 'only-for-the-loop-only-for-the-loop',
  BOUNCE_DOMAIN: DOMAIN,
  WARM_UP: 'off',
  SMTP_URL: `smtp://127.0.0.1:${postfix_port}/?tls=never`,
}
setEnv(settings)
configureLog('error')
openDatabase(test_database.url)

// Subscribers are numbered: the first ones bounce, the next ones complain.
const numberOf = (address: string) => Number(/^s(\d+)@/.exec(address)?.[1])
const relay = createTransport({ host: '127.0.0.1', port: postfix_port, ignoreTLS: true, pool: true })
const receiver = await openMailSink({
  onRecipient: (to) => (numberOf(to) <= BOUNCES ? { code: 550, text: '5.1.1 No such user' } : undefined),
  onMessage: (mail) => {
    if (numberOf(mail.to) <= BOUNCES + COMPLAINTS) void relay.sendMail(complaint(mail))
    return undefined
  },
})
const postfix = await startPostfix({
  port: postfix_port,
  routes: { 'example.net': receiver.port, [DOMAIN]: intake_port },
})
let intake = await startIntake()
try {
  const kills = killAtRandom()
  const { account, broadcast_id, ids, sent_at } = await sendAll()
  await settled(account.account_id)
  const settled_ms = performance.now() - sent_at
  await kills
  // Reports leased by a killed process are leased again after a minute; nothing else may change.
  await pause(KILLS > 0 ? 3_000 : 500)
  await prove(account, broadcast_id, ids)
  console.log(
    `Postfix ${postfix.version}: ${SUBSCRIBERS} messages, ${BOUNCES} bounces, ${COMPLAINTS} complaints, ${KILLS} kills: exact ${(settled_ms / 1_000).toFixed(1)} s after the last message was handed over`,
  )
} finally {
  intake.kill('SIGKILL')
  await postfix.close()
  relay.close()
  await receiver.close()
  await closeTransports()
  await closeDatabase()
  await test_database.drop()
  await embedded.close()
}

async function sendAll() {
  const account = await testAccount()
  await subscribeTo(account.account_id, ['subscriber.bounced', 'subscriber.complained', 'subscriber.unsubscribed'])
  const rows = await account.ctx.sql.rows<{ id: number }>(
    `insert into subscriber (account_id, email_address) select $1, 's' || n || '@example.net' from generate_series(1, $2::int) n
     returning id`,
    [SUBSCRIBERS],
  )
  const { id: broadcast_id } = await createBroadcast(account.ctx, {
    subject: 'News',
    content: '<p>Hello, <a href="https://studio.example/a">read on</a>.</p>',
    send_at: account.ctx.now(),
  })
  const start = performance.now()
  for (let state = 'more'; state !== 'finished'; ) {
    ;({ state } = await sendBroadcast(account.ctx, { id: broadcast_id, work_ms: 10_000 }))
    if (state === 'wait') await pause(100)
    if (state === 'stopped') throw new Error('Sending stopped')
  }
  const sent_at = performance.now()
  console.log(`handed over in ${((sent_at - start) / 1_000).toFixed(1)} s`)
  return { account, broadcast_id, ids: rows.map(({ id }) => id), sent_at }
}

async function settled(account_id: number): Promise<void> {
  const end = performance.now() + MAX_MS
  for (;;) {
    const { rows } = await database().pool.query<{ states: number; waiting: number }>(
      `select (select count(*) from subscriber where account_id = $1 and state in ('bounced', 'complained'))::int as states,
         (select count(*) from received_message where read_at is null)::int as waiting`,
      [account_id],
    )
    if (rows[0]?.states === BOUNCES + COMPLAINTS && rows[0].waiting === 0) return
    // All bounces have the same text, so most wait for someone to apply them.
    for (const { id, state } of await listWaves(systemCtx(account_id)))
      if (state === 'waiting' && rows[0]?.waiting === 0)
        await decideWave(systemCtx(account_id), { id, decision: 'apply' })
    if (performance.now() > end) {
      console.error(postfix.log().split('\n').slice(-15).join('\n'))
      throw new Error(`Not settled: ${JSON.stringify(rows[0])}`)
    }
    await pause(50)
  }
}

/** Compares everything that shows a bounce or a complaint with the expected values. */
async function prove(
  { account_id, ctx }: Awaited<ReturnType<typeof testAccount>>,
  broadcast_id: number,
  ids: readonly number[],
): Promise<void> {
  const count = async (statement: string) => (await database().pool.query(statement, [account_id])).rows
  const stateOf = (n: number) => (n < BOUNCES ? 'bounced' : n < BOUNCES + COMPLAINTS ? 'complained' : 'active')
  const subscribers = await count(`select id::int, state::text from subscriber where account_id = $1 order by id`)
  same(
    'states',
    subscribers,
    ids.map((id, n) => ({ id, state: stateOf(n) })),
  )
  same(
    'deliveries',
    await count(`select state::text, count(*)::int, count(bounced_at)::int as bounced, count(complained_at)::int as complained,
      count(*) filter (where bounce_type = 'hard')::int as hard from delivery where account_id = $1 group by 1`),
    [{ state: 'sent', count: SUBSCRIBERS, bounced: BOUNCES, complained: COMPLAINTS, hard: BOUNCES }],
  )
  const { funnel, stats } = await getBroadcastReport(ctx, { id: broadcast_id })
  same(
    'report',
    [funnel.sent, funnel.bounced, funnel.complained, stats.progress],
    [SUBSCRIBERS, BOUNCES, COMPLAINTS, 100],
  )
  same(
    'suppression list',
    await count(`select reason, count(*)::int from suppression where account_id = $1 group by 1 order by 1`),
    [
      { reason: 'complaint', count: COMPLAINTS },
      { reason: 'hard_bounce', count: BOUNCES },
    ],
  )
  same(
    'reports',
    await count(
      `select kind, outcome, count(*)::int from delivery_report where account_id = $1 group by 1, 2 order by 1`,
    ),
    [
      { kind: 'complaint', outcome: 'applied', count: COMPLAINTS },
      { kind: 'hard', outcome: 'applied', count: BOUNCES },
    ],
  )
  same('account statistics', (await getEmailStats(ctx)).bounce_rate, (100 * BOUNCES) / SUBSCRIBERS)
  while (!(await checkReputations()).is_last);
  const [health] = (await getSendingHealth(ctx)).domains
  const found = [health?.sent, health?.hard_bounced, health?.complained, health?.state]
  const state = COMPLAINTS * 1_000 >= 3 * Math.max(SUBSCRIBERS, 2_000) || BOUNCES * 10 >= SUBSCRIBERS ? 'paused' : 'any'
  same('rates', state === 'any' ? found.slice(0, 3) : found, [
    SUBSCRIBERS,
    BOUNCES,
    COMPLAINTS,
    ...(state === 'any' ? [] : [state]),
  ])
  const events = (await takeEvents(account_id)).filter(
    ({ type }) => type.startsWith('subscriber.') && type !== 'subscriber.became_mailable',
  )
  const emitted = events.map(({ type, data }) => `${type} ${data.subscriber?.id}`).sort()
  const wanted = ids.slice(0, BOUNCES + COMPLAINTS).map((id, n) => `subscriber.${stateOf(n)} ${id}`)
  same('events', emitted, wanted.sort())
}

async function startIntake(): Promise<ChildProcess> {
  const script = path.join(import.meta.dirname, 'bounce-loop-intake.ts')
  const child = spawn(process.execPath, [script, JSON.stringify({ settings, port: intake_port })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

/** Each kill comes after a random time in which at least one report was stored. */
async function killAtRandom(): Promise<void> {
  for (let kill = 0; kill < KILLS; kill++) {
    await pause(200 + Math.random() * 1_500)
    const ended = once(intake, 'exit')
    intake.kill('SIGKILL')
    await ended
    intake = await startIntake()
  }
}

function complaint({ from, to, raw }: ReceivedMail) {
  const body = `From: <feedback@example.net>
To: <complaints@${DOMAIN}>
Subject: FW: News
Date: ${new Date().toUTCString()}
Message-ID: <${numberOf(to)}.complaint@example.net>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="part"

--part
Content-Type: text/plain

This is an email abuse report.
--part
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: Loop/1.0
Version: 1
Original-Mail-From: <${from}>
Original-Rcpt-To: <${to}>
--part
Content-Type: message/rfc822

${raw.replaceAll('\r\n', '\n')}
--part--
`
  return { envelope: { from: '', to: [`complaints@${DOMAIN}`] }, raw: body.replaceAll('\n', '\r\n') }
}
