import { expect, test } from 'vitest'
import { database, unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { subscribeTo, takeEvents } from '../../../testing/events.ts'
import { queueEmail } from '../../../testing/modules/senders.ts'
import {
  addSubscribers,
  ledgerCounts,
  ledgerRows,
  sendAll,
  sendTo,
  sendToSink,
  startBroadcast,
} from '../../../testing/modules/sending.ts'
import { runs } from '../../../testing/runner/deep.ts'
import { startScripted } from '../../../testing/servers/smtp-servers.ts'
import { listCircuits } from '../../transports/service.ts'

const BLOCKED = 'Service unavailable; client host [203.0.113.9] blocked using zen.spamhaus.org'

test('after a blocklisting during a broadcast, no one bounced and everyone gets one message', async () => {
  // More than one batch in `npm run test:deep`.
  const count = runs(1_000, 100)
  let blocked = false
  const sink = await sendToSink({
    onRecipient: () => (blocked ? { code: 550, text: BLOCKED } : undefined),
    onMessage: () => {
      blocked ||= sink.messages.length > count * 0.3
      return undefined
    },
  })
  const account = await testAccount()
  await addSubscribers(account, count)
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('stopped')
  const states = () =>
    account.ctx.sql.rows('select state::text, count(*)::int from subscriber where account_id = $1 group by 1')
  expect(await states()).toEqual([{ state: 'active', count }])
  const before = await ledgerCounts(account, id)
  expect(before.kept).toEqual(before.counted)
  expect(before.kept).toMatchObject({ recipients: count, sent: sink.messages.length, failed: 0, bounced: 0 })
  const app = dashboard(account).broadcasts
  const { problem } = await app.report({ id })
  expect(problem).toContain(BLOCKED)

  sink.behavior = {}
  await app.resume({ id })
  expect(await sendAll(account, id)).toBe('finished')
  expect(sink.messages).toHaveLength(count)
  expect(new Set(sink.messages.map(({ to }) => to)).size).toBe(count)
  expect(await states()).toEqual([{ state: 'active', count }])
  const after = await ledgerCounts(account, id)
  expect(after.kept).toEqual(after.counted)
  expect(after.kept).toMatchObject({ sent: count, failed: 0, bounced: 0, unconfirmed: 0 })
})

test('a server that refuses in its greeting stops the broadcast instead of being retried every minute', async () => {
  const server = await startScripted((line) =>
    line === 'CONNECT' ? '554 5.7.1 Service unavailable; client host blocked using zen.spamhaus.org' : undefined,
  )
  sendTo(`smtp://127.0.0.1:${server.port}/?tls=never&pool=2`)
  const account = await testAccount()
  await addSubscribers(account, 8)
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('stopped')
  const rows = await ledgerRows(account, id)
  expect(rows.map(({ state }) => state)).toEqual(Array(8).fill('queued'))
  expect((await dashboard(account).broadcasts.report({ id })).problem).toContain('zen.spamhaus.org')
  expect(server.connections).toBeLessThan(10)
})

test('a broadcast to one subscriber stops when the server refuses the sender', async () => {
  const sink = await sendToSink({ onRecipient: () => ({ code: 554, text: '5.7.1 Relay access denied' }) })
  const account = await testAccount()
  await addSubscribers(account, 1)
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('stopped')
  sink.behavior = {}
  await dashboard(account).broadcasts.resume({ id })
  expect(await sendAll(account, id)).toBe('finished')
  expect(sink.messages).toHaveLength(1)
})

test('after a resume, one refusing receiver does not stop messages to the others again', async () => {
  const sink = await sendToSink(
    { onRecipient: (address) => (address.startsWith('acme') ? { code: 550, text: '5.7.1 Blocked' } : undefined) },
    'pool=1',
  )
  const account = await testAccount()
  await addSubscribers(account, 6, 'acme')
  await addSubscribers(account, 20)
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('stopped')
  expect(sink.messages).toHaveLength(0)
  await dashboard(account).broadcasts.resume({ id })
  expect(await sendAll(account, id)).toBe('stopped')
  await dashboard(account).broadcasts.resume({ id })
  expect(await sendAll(account, id)).toBe('wait')
  expect(sink.messages).toHaveLength(20)
  expect(await dashboard(account).broadcasts.report({ id })).toMatchObject({ status: 'completed', retrying: 6 })
})

test('a server that throttles is sent fewer messages, and the broadcast continues automatically', async () => {
  const sink = await sendToSink({
    onRecipient: () => ({ code: 454, text: 'Throttling failure: Daily quota exceeded' }),
  })
  const account = await testAccount()
  await addSubscribers(account, 60)
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('wait')
  const tried = (await account.ctx.db.delivery.findMany({ where: { attempts: { gt: 0 } } })).length
  expect(tried).toBeLessThan(20)
  sink.behavior = {}
  account.ctx.now = () => new Date(Date.now() + 120_000)
  expect(await sendAll(account, id)).toBe('finished')
  expect(sink.messages).toHaveLength(60)
})

test('a mailbox that is always deferred fails after 24 hours, long after the broadcast is completed', async () => {
  await sendToSink({
    onRecipient: (address) => (address.startsWith('slow') ? { code: 451, text: 'Later' } : undefined),
  })
  const account = await testAccount()
  await addSubscribers(account, 2, 'slow')
  await addSubscribers(account, 3)
  const start = Date.now()
  let now = new Date(start)
  account.ctx.now = () => now
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('wait')
  const app = dashboard(account).broadcasts
  expect(await app.report({ id })).toMatchObject({ status: 'completed', retrying: 2, ledger: { queued: 2, sent: 3 } })
  expect((await app.list({})).rows).toMatchObject([{ status: 'completed', retrying: 2, sent: 3 }])
  const { body } = await api(`GET /v4/broadcasts/${id}/stats`, key(account))
  expect(body.broadcast.stats).toMatchObject({ status: 'completed', progress: 100 })
  for (let round = 0; (await sendAll(account, id)) === 'wait' && round < 50; round++) {
    const next = await account.ctx.sql.one<{ at: Date }>(
      "select min(next_attempt_at) as at from delivery where account_id = $1 and state = 'queued'",
    )
    now = next?.at ?? now
  }
  expect((+now - start) / 3_600_000).toBeLessThanOrEqual(24)
  expect((+now - start) / 3_600_000).toBeGreaterThan(23)
  expect(await app.report({ id })).toMatchObject({ status: 'completed', retrying: 0, ledger: { failed: 2, queued: 0 } })
  expect(await account.ctx.db.subscriber.count({ where: { state: 'active' } })).toBe(5)
})

test('broadcast.sent is said once when every recipient had an attempt, while one is still retried [contract 8.10.7]', async () => {
  await sendToSink({
    onRecipient: (address) => (address === 'subscriber2@example.net' ? { code: 451, text: 'Later' } : undefined),
  })
  const account = await testAccount()
  await subscribeTo(account.account_id, ['broadcast.sent'])
  // The second half waits for the limits of the first group; two hours pass with each call.
  const { work } = await queueEmail(account, { kind: 'staged broadcast', count: 4 })
  const { id } = await account.ctx.db.broadcast.findFirstOrThrow()
  const app = dashboard(account).broadcasts
  const said: string[] = []
  for (let hours = 0; hours <= 10; hours += 2) {
    await work()
    const events = (await takeEvents(account.account_id)).filter(({ type }) => type === 'broadcast.sent').length
    const { status, retrying } = await app.report({ id })
    said.push(`${status}, ${events} events, ${retrying} retrying`)
  }
  expect([...new Set(said)]).toEqual([
    'sending, 0 events, 0 retrying',
    'completed, 1 events, 1 retrying',
    'completed, 0 events, 1 retrying',
  ])
  expect(said.filter((line) => line.includes('1 events'))).toHaveLength(1)
})

/** An account whose first five messages the server refused. */
async function refusedAccount(text = BLOCKED) {
  const sink = await sendToSink({ onRecipient: () => ({ code: 550, text }) }, 'pool=1')
  const account = await testAccount()
  await addSubscribers(account, 6)
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('stopped')
  expect(await listCircuits()).toMatchObject([{ kind: 'refused', failures: 5 }])
  return { sink, account, id }
}

test('a reply about a mailbox ends a run of refusals for later batches, even when nothing was accepted', async () => {
  const { sink, account, id } = await refusedAccount()
  sink.behavior = { onRecipient: () => ({ code: 550, text: '5.1.1 No such user' }) }
  await dashboard(account).broadcasts.resume({ id })
  expect(await sendAll(account, id)).toBe('finished')
  expect((await ledgerCounts(account, id)).kept).toMatchObject({ sent: 0, bounced: 6 })
  expect(await listCircuits()).toEqual([])
})

test('a circuit of an account is deleted with the account', async () => {
  const { account } = await refusedAccount('5.7.1 Sender address rejected')
  const { account_id } = account
  await unscoped().account.delete({ where: { id: account_id } })
  const remaining = await database().pool.query('select from transport_circuit where account_id = $1', [account_id])
  expect(remaining.rowCount).toBe(0)
})

test('a delivery names the transport and the last reply of its server, at most 200 characters', async () => {
  const sink = await sendToSink({
    onRecipient: (address) =>
      address === 'subscriber2@example.net' ? { code: 550, text: '5.1.1 No such user' } : undefined,
    onMessage: ({ to }) => ({
      code: to === 'subscriber3@example.net' ? 451 : 250,
      text: `2.0.0 Queued as ${'x'.repeat(300)}`,
    }),
  })
  const account = await testAccount()
  await addSubscribers(account, 3)
  await sendAll(account, await startBroadcast(account))
  const rows = await account.ctx.sql.rows(
    'select state::text, transport, reply from delivery where account_id = $1 order by id',
  )
  const transport = new URL(sink.url()).host
  expect(rows).toEqual([
    { state: 'sent', transport, reply: `250 2.0.0 Queued as ${'x'.repeat(180)}` },
    { state: 'failed', transport, reply: '550 5.1.1 No such user' },
    { state: 'queued', transport, reply: `451 2.0.0 Queued as ${'x'.repeat(180)}` },
  ])
})

test('a reply with a NUL, which PostgreSQL cannot store, leaves no message in doubt', async () => {
  const server = await startScripted((line) => (line === '.' ? '250 2.0.0 Queued\0 as 7f\xff\x01' : undefined))
  sendTo(`smtp://127.0.0.1:${server.port}/?tls=never&pool=2`)
  const account = await testAccount()
  await addSubscribers(account, 3)
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('finished')
  expect((await ledgerCounts(account, id)).kept).toMatchObject({ sent: 3, unconfirmed: 0, failed: 0 })
})
