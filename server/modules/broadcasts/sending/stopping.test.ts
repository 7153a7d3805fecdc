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
  sink.behaviour = {}
  const app = dashboard(account).broadcasts
  await expect(dashboard(account, withRole(account, 'viewer')).broadcasts.resume({ id })).rejects.toThrow('role editor')
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
