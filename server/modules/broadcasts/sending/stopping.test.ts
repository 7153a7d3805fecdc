import { expect, test } from 'vitest'
import { testAccount, withRole } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import {
  addSubscribers,
  EVERYONE,
  ledgerCounts,
  ledgerRows,
  sendAll,
  sendToSink,
  startBroadcast,
} from '../../../testing/modules/sending.ts'
import { cancelBroadcast, findDueWork } from './sending.ts'
import { stopBroadcast } from './stopping.ts'

const REASON = 'The mail server refuses your messages: 550 5.7.1 Listed.'

test('a stopped broadcast keeps all messages queued, says why, and is not started by a job', async () => {
  const sink = await sendToSink()
  const account = await testAccount()
  await addSubscribers(account, 3)
  const id = await startBroadcast(account)
  await stopBroadcast(account.ctx, { id, reason: REASON })
  await sendAll(account, id)
  await sendAll(account, id)
  expect(sink.messages).toHaveLength(0)
  expect((await ledgerRows(account, id)).map(({ state }) => state)).toEqual(['queued', 'queued', 'queued'])
  expect((await api(`GET /v4/broadcasts/${id}`, key(account))).body.broadcast.status).toBe('sending')
  const stopped = { status: 'sending', problem: REASON, stopped_at: expect.any(String) }
  const app = dashboard(account).broadcasts
  expect(await app.get({ id })).toMatchObject(stopped)
  expect(await app.report({ id })).toMatchObject(stopped)
  expect(await app.progress({ id })).toMatchObject({ ...stopped, ledger: { queued: 3 } })
  expect((await app.list({})).rows).toMatchObject([{ id, stopped_at: expect.any(String) }])
  const { sending } = await findDueWork({ now: new Date() })
  expect(sending.filter((found) => found.account_id === account.account_id)).toEqual([])
})

test('the owner and the creator of a stopped broadcast get one email each, also with a line break in its subject', async () => {
  const account = await testAccount()
  const creator = withRole(account, 'editor')
  const { id } = await dashboard(account, creator).broadcasts.create({
    subject: 'One\nTwo',
    content: '<p>x</p>',
    subscriber_filter: EVERYONE,
  })
  await account.ctx.db.broadcast.updateMany({ data: { status: 'sending' } })
  await stopBroadcast(account.ctx, { id, reason: REASON })
  await stopBroadcast(account.ctx, { id, reason: REASON })
  expect(await account.ctx.db.serviceMail.findMany()).toMatchObject([
    { to_address: account.email, subject: 'Your broadcast “One Two” has stopped' },
  ])
})

test('a resumed broadcast is sent once to everyone who had not received it', async () => {
  const account = await testAccount()
  await addSubscribers(account, 5)
  let id = 0
  const stopAfterThree = async () => {
    if (sink.messages.length === 3) await stopBroadcast(account.ctx, { id, reason: REASON })
    return undefined
  }
  const sink = await sendToSink({ onMessage: stopAfterThree }, 'pool=1')
  id = await startBroadcast(account)
  await sendAll(account, id)
  sink.behavior = {}
  const app = dashboard(account).broadcasts
  await expect(dashboard(account, withRole(account, 'viewer')).broadcasts.resume({ id })).rejects.toThrow('editor role')
  await app.resume({ id })
  await sendAll(account, id)
  expect(await app.get({ id })).toMatchObject({ status: 'completed', problem: null, stopped_at: null })
  expect(sink.messages.map(({ to }) => to).sort()).toEqual([1, 2, 3, 4, 5].map((n) => `subscriber${n}@example.net`))
  await expect(app.resume({ id })).rejects.toThrow('Broadcast is not stopped.')
  const { kept, counted } = await ledgerCounts(account, id)
  expect(kept).toEqual(counted)
})

test('messages that failed to render are queued again when their broadcast stops', async () => {
  await sendToSink()
  const account = await testAccount()
  const [subscriber_id] = await addSubscribers(account, 2)
  const id = await startBroadcast(account)
  await sendAll(account, id)
  await account.ctx.sql.run(
    `with failed as (update delivery set state = 'failed', reason = 'unrenderable', sent_at = null
       where account_id = $1 and subscriber_id = $2),
     again as (update mail set sent = 1, failed = 1, completed_at = null where account_id = $1)
     update broadcast set status = 'sending' where account_id = $1`,
    [subscriber_id],
  )
  await stopBroadcast(account.ctx, { id, reason: REASON })
  expect((await ledgerRows(account, id)).map(({ state }) => state).sort()).toEqual(['queued', 'sent'])
  const { kept, counted } = await ledgerCounts(account, id)
  expect(kept).toEqual(counted)
})

test('canceling a stopped broadcast excludes its unsent messages', async () => {
  await sendToSink()
  const account = await testAccount()
  await addSubscribers(account, 2)
  const id = await startBroadcast(account)
  await stopBroadcast(account.ctx, { id, reason: REASON })
  await cancelBroadcast(account.ctx, { id })
  await sendAll(account, id)
  expect(await dashboard(account).broadcasts.get({ id })).toMatchObject({ status: 'aborted', stopped_at: null })
  const mail = await account.ctx.db.mail.findFirstOrThrow({ where: { broadcast_id: id } })
  expect(mail.completed_at).not.toBeNull()
})

test('a member pauses a broadcast and resumes it, and everyone sees who paused it and why', async () => {
  const account = await testAccount()
  await addSubscribers(account, 5)
  let id = 0
  const app = dashboard(account).broadcasts
  const pauseAfterTwo = async () => {
    if (sink.messages.length === 2) await app.pause({ id, note: ' Wrong\nprice ' })
    return undefined
  }
  const sink = await sendToSink({ onMessage: pauseAfterTwo }, 'pool=1')
  id = await startBroadcast(account)
  await sendAll(account, id)
  expect(sink.messages.length).toBeLessThan(5)
  const paused = { status: 'sending', stopped_at: expect.any(String), paused_by: 'Nora Lind', problem: 'Wrong price' }
  const viewer = dashboard(account, withRole(account, 'viewer')).broadcasts
  expect(await viewer.get({ id })).toMatchObject(paused)
  expect(await viewer.report({ id })).toMatchObject(paused)
  expect(await viewer.progress({ id })).toMatchObject(paused)
  expect((await viewer.list({})).rows).toMatchObject([{ paused_by: 'Nora Lind' }])
  await expect(viewer.pause({ id })).rejects.toThrow('editor role')
  await expect(app.pause({ id })).rejects.toThrow('already paused')
  expect(await account.ctx.db.serviceMail.count()).toBe(0)
  sink.behavior = {}
  await app.resume({ id })
  await sendAll(account, id)
  expect(await app.get({ id })).toMatchObject({ status: 'completed', stopped_at: null, paused_by: null, problem: null })
  expect(new Set(sink.messages.map(({ to }) => to)).size).toBe(5)
  expect(sink.messages).toHaveLength(5)
  await expect(app.pause({ id })).rejects.toThrow('Only a broadcast that is sending can be paused.')
})

test('unconfirmed messages that the creator counts as sent are in the rates and are not sent again', async () => {
  let cut = 0
  const sink = await sendToSink({ onMessage: () => (cut++ < 2 ? 'hang up' : undefined) }, 'pool=1')
  const account = await testAccount()
  await addSubscribers(account, 5)
  const id = await startBroadcast(account)
  await sendAll(account, id)
  const app = dashboard(account).broadcasts
  const [first, second] = (await app.recipients({ id, undecided: true })).rows.map((row) => row.subscriber_id)
  const settle = { id, choice: 'sent' as const }
  expect(await app.resolveUnconfirmed({ ...settle, subscriber_ids: [first ?? 0] })).toEqual({ count: 1 })
  expect(await app.report({ id })).toMatchObject({ undecided: 1, ledger: { sent: 4, unconfirmed: 1 } })
  expect(await app.resolveUnconfirmed(settle)).toEqual({ count: 1 })
  expect(await app.resolveUnconfirmed(settle)).toEqual({ count: 0 })
  await sendAll(account, id)
  expect(sink.messages).toHaveLength(5)
  expect((await app.recipients({ id, part: 'sent' })).rows.every((row) => row.sent_at !== null)).toBe(true)
  expect(second).toBeGreaterThan(0)
  const { kept, counted } = await ledgerCounts(account, id)
  expect(kept).toEqual(counted)
  expect(kept).toMatchObject({ sent: 5, unconfirmed: 0 })
})
