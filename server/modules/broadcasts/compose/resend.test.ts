import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, ledgerCounts, sendAll, sendToSink, startBroadcast } from '../../../testing/modules/sending.ts'

async function sent(count: number) {
  const sink = await sendToSink()
  const account = await testAccount()
  const ids = await addSubscribers(account, count)
  const id = await startBroadcast(account)
  await sendAll(account, id)
  sink.messages.length = 0
  return { sink, account, ids, id, app: dashboard(account).broadcasts }
}

test('a resend goes to those who received the original and did not open it, and to no one else', async () => {
  const { sink, account, ids, id, app } = await sent(9)
  const [opened, clicked, bounced, unknown, left, failed, late, , proxied] = ids.map(String)
  const { sql } = account.ctx
  const set = (columns: string, subscriber: string | undefined) =>
    sql.run(`update delivery set ${columns} where account_id = $1 and subscriber_id = $2`, [subscriber])
  await set('opened_at = now()', opened)
  await set('clicked_at = now()', clicked)
  await set('bounced_at = now()', bounced)
  await set(`state = 'failed', sent_at = null`, failed)
  await sql.run('update subscriber set tracking_disabled = true where account_id = $1 and id = $2', [unknown])
  await sql.run(`update subscriber set state = 'cancelled', canceled_at = now() where account_id = $1 and id = $2`, [
    left,
  ])
  for (const kind of ['open', 'open', 'click'])
    await sql.run(
      `insert into engagement (account_id, kind, subscriber_id, mail_id, delivery_id, is_machine, evidence)
       select account_id, $3::engagement_kind, subscriber_id, mail_id, id, true, 'user_agent' from delivery
       where account_id = $1 and subscriber_id = any ($2::bigint[])`,
      // A machine’s click says nothing about opens.
      [kind === 'open' ? [opened, proxied] : [late], kind],
    )
  await addSubscribers(account, 2, 'new')
  expect(await app.resendGroups({ id })).toEqual({
    unopened: 2,
    suppressed: 0,
    is_exact: true,
    untracked: 1,
    prefetched: 1,
    unreached: 2,
    inactive: 1,
    version: null,
    problem: null,
  })
  const draft = await app.resend({ id })
  expect(await app.get({ id: draft.id })).toMatchObject({ status: 'draft', resend_of: id, public: false })
  expect((await app.checklist({ id: draft.id })).audience_count).toBe(2)
  // Opened between the draft and its sending.
  await set('opened_at = now()', late)
  await app.send({ id: draft.id })
  await sendAll(account, draft.id)
  expect(sink.messages.map(({ to }) => to)).toEqual(['subscriber8@example.net'])
})

test('a broadcast whose opens were not tracked is not sent again, because no one knows who did not open it', async () => {
  const { account, app } = await sent(1)
  const { id } = await app.create({
    subject: 'x',
    content: '<p>x</p>',
    subscriber_filter: [{ all: [{ type: 'all_subscribers' }] }],
  })
  await expect(app.resend({ id })).rejects.toThrow('Only a broadcast that has been sent')
  await app.update({ id, tracking_disabled: true })
  await app.send({ id })
  await sendAll(account, id)
  await expect(app.resend({ id })).rejects.toThrow('Opens of this broadcast were not tracked')
})

test('a sent broadcast goes to subscribers who joined later, once, and to no earlier recipient', async () => {
  const { sink, account, id, app } = await sent(3)
  expect(await app.newMatches({ id })).toEqual({ count: 0, suppressed: 0, is_exact: true })
  await expect(app.sendToNew({ id })).rejects.toThrow('was a recipient already')
  await addSubscribers(account, 2, 'new')
  expect(await app.sendToNew({ id })).toMatchObject({ count: 2 })
  await sendAll(account, id)
  expect(sink.messages.map(({ to }) => to).sort()).toEqual(['new1@example.net', 'new2@example.net'])
  await expect(app.sendToNew({ id })).rejects.toThrow('was a recipient already')
  expect((await app.get({ id })).status).toBe('completed')
  const { kept, counted } = await ledgerCounts(account, id)
  expect(kept).toEqual(counted)
  expect(kept).toMatchObject({ recipients: 5, sent: 5 })
})

test('a sending to new subscribers that two members start at the same time sends no message twice', async () => {
  const { sink, account, id, app } = await sent(2)
  await addSubscribers(account, 50, 'new')
  await Promise.allSettled([app.sendToNew({ id }), app.sendToNew({ id })])
  await Promise.all([sendAll(account, id), sendAll(account, id)])
  await sendAll(account, id)
  expect(new Set(sink.messages.map(({ to }) => to)).size).toBe(50)
  expect(sink.messages).toHaveLength(50)
})

test('a resend of an A/B test has the version that the rest got', async () => {
  const { account, app, id } = await sent(1)
  const plan = { kind: 'staged', first: { percent: 20 }, wait_minutes: 60, limits: null } as const
  const outcome = { kind: 'winner', variant: 2, user_id: null, at: account.ctx.now().toISOString() }
  const versions = [{ subject: 'Guess what grows', preview_text: 'Version B', content: null }]
  const data = { plan: { ...plan, test: { metric: 'opens', when_unclear: 1 } }, versions, outcome }
  await account.ctx.db.broadcast.updateMany({ where: { id }, data })
  expect(await app.resendGroups({ id })).toMatchObject({ version: 2 })
  const draft = await app.resend({ id })
  const { content } = await app.get({ id })
  expect(draft).toMatchObject({ subject: 'Guess what grows', preview_text: 'Version B', content, is_test: false })
  expect(await app.get({ id: draft.id })).toEqual(draft)
})

test('a duplicate is planned like its original and has its versions; a resend has neither', async () => {
  const { account, app, id } = await sent(1)
  const original = await app.get({ id })
  const plan = { kind: 'staged', first: { percent: 20 }, wait_minutes: 60, limits: null, test: null } as const
  const test_plan = { ...plan, test: { metric: 'opens', when_unclear: 2 } } as const
  const versions = [{ subject: 'Guess what grows', preview_text: null, content: null }]
  await account.ctx.db.broadcast.updateMany({ where: { id }, data: { plan: test_plan, versions } })
  const { id: zoned } = await app.create({ subject: 'x', content: '<p>x</p>', subscriber_filter: [] })
  await app.savePlan({ id: zoned, plan: { kind: 'time_zones', at: '2020-02-03T09:30', late: 'now' } })
  const { plan: copied } = await app.plan({ id: (await app.duplicate({ id: zoned })).id })
  const tomorrow = new Date(account.ctx.now().getTime() + 86_400_000).toISOString().slice(0, 10)
  expect(copied).toEqual({ kind: 'time_zones', at: `${tomorrow}T09:30`, late: 'now' })
  const copy = await app.duplicate({ id })
  expect(copy.is_test).toBe(true)
  expect(await app.plan({ id: copy.id })).toMatchObject({ plan: test_plan, versions })
  const { version } = await app.resendGroups({ id })
  const resent = await app.resend({ id })
  expect([version, resent]).toMatchObject([1, { resend_of: id, subject: original.subject, is_test: false }])
  expect(await app.plan({ id: resent.id })).toMatchObject({ plan: null, versions: [] })
})
