import { expect, test } from 'vitest'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { addSubscribers, EVERYONE, sendAll, sendToSink } from '../../../testing/modules/sending.ts'
import { findDueWork, requeueStalledBroadcasts, startIfDue } from './sending.ts'

runInOwnDatabase()

const COMPLETE = { subject: 'March news', content: '<p>Hello</p>' }

/** Clicks "Send now" in an account in which it can be undone for 30 seconds. */
async function sendUndoable() {
  const sink = await sendToSink()
  const account = await testAccount()
  await account.ctx.db.account.updateMany({ data: { undo_seconds: 30 } })
  await addSubscribers(account, 2)
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ ...COMPLETE, subscriber_filter: EVERYONE })
  await app.send({ id })
  return { sink, account, app, id }
}

const after = (account: TestAccount, seconds: number) => ({
  ...account.ctx,
  now: () => new Date(Date.now() + seconds * 1_000),
})

test('nothing leaves while "Send now" can be undone, and undo makes the broadcast a draft', async () => {
  const { sink, account, app, id } = await sendUndoable()
  const sent = await app.get({ id })
  expect(sent).toMatchObject({ status: 'scheduled', undo_until: sent.send_at })
  const before = new Date(Date.parse(sent.send_at ?? '') - 5_000)
  await startIfDue({ ...account.ctx, now: () => before }, { id })
  expect(await account.ctx.db.mail.count()).toBe(0)
  expect(await app.unschedule({ id })).toMatchObject({ status: 'draft', send_at: null })
  expect((await app.get({ id })).undo_until).toBeNull()
  await startIfDue(after(account, 60), { id })
  expect(await app.get({ id })).toMatchObject({ status: 'draft', was_started: false })
  expect(sink.messages).toHaveLength(0)
})

test('a broadcast that was not undone starts at its time, also when the process restarted', async () => {
  const { sink, account, app, id } = await sendUndoable()
  const now = new Date(Date.now() + 31_000)
  expect((await findDueWork({ now })).due.map((due) => due.id)).toContain(id)
  await requeueStalledBroadcasts({ now: new Date(Date.now() + 1_000) })
  expect((await app.get({ id })).status).toBe('scheduled')
  await startIfDue(after(account, 31), { id })
  await sendAll(account, id)
  expect(sink.messages).toHaveLength(2)
  expect(await app.get({ id })).toMatchObject({ status: 'completed', undo_until: null })
  await expect(app.unschedule({ id })).rejects.toThrow('Broadcast has already been sent.')
})

test('a broadcast that can be undone can be sent right away', async () => {
  const { sink, account, app, id } = await sendUndoable()
  expect((await app.send({ id, skip_undo: true })).status).toBe('sending')
  await sendAll(account, id)
  expect(sink.messages).toHaveLength(2)
})

test.each([
  ['its content', () => ({ content: '<p>Theirs</p>' })],
  ['who gets it', (tag_id: number) => ({ subscriber_filter: [{ all: [{ type: 'tag' as const, ids: [tag_id] }] }] })],
])('a broadcast is not sent or scheduled if someone changed %s since it was reviewed', async (_, change) => {
  const account = await testAccount()
  await addSubscribers(account, 1)
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ ...COMPLETE, subscriber_filter: EVERYONE })
  const { reviewed } = await app.checklist({ id })
  const tag = await dashboard(account).tags.create({ name: 'Potters' })
  await app.update({ id, ...change(tag.id) })
  const send_at = new Date(Date.now() + 3_600_000).toISOString()
  const refused = 'Someone changed this broadcast after you opened the review'
  await expect(app.send({ id, reviewed })).rejects.toThrow(refused)
  await expect(app.schedule({ id, send_at, reviewed })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await app.get({ id })).toMatchObject({ status: 'draft', send_at: null })
  expect(await app.schedule({ id, send_at, reviewed: (await app.checklist({ id })).reviewed })).toMatchObject({
    status: 'scheduled',
  })
})

test('a broadcast created on the API with a past send time starts without time to undo [contract 8.10.7]', async () => {
  const { account } = await sendUndoable()
  const { body } = await api('POST /v4/broadcasts', key(account), { ...COMPLETE, send_at: '2020-01-01T00:00:00Z' })
  expect(body.broadcast.status).toBe('sending')
})

test('a change of the schedule ends the time to undo', async () => {
  const { app, id } = await sendUndoable()
  await app.schedule({ id, send_at: new Date(Date.now() + 3_600_000).toISOString() })
  expect(await app.get({ id })).toMatchObject({ status: 'scheduled', undo_until: null })
})
