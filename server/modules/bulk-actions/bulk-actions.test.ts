import { expect, test } from 'vitest'
import { makeCtx, type Role, systemCtx } from '../../core/context.ts'
import { type TestAccount, testAccount, withRole } from '../../testing/account.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { subscribeTo, takeEvents } from '../../testing/events.ts'
import { addSubscribers, startBroadcast } from '../../testing/modules/sending.ts'
import { makeSequence } from '../../testing/modules/sequences.ts'
import { createCustomField } from '../custom-fields/service.ts'
import { createSegment } from '../segments/service.ts'
import { SegmentFilter } from '../subscribers/segment-filter-schema.ts'
import { unsubscribe, updateSubscriber } from '../subscribers/service.ts'
import { tagSubscriber, untagSubscriber } from '../tags/one-statement.ts'
import { createTag, deleteTags } from '../tags/service.ts'
import { workOnAction } from './apply.ts'
import type { Action, BulkSelection } from './schema.ts'

const EVERYONE: BulkSelection = { kind: 'query', status: 'all' }
/** Small pages, so a few subscribers need several. */
const ROWS = 2

async function accountWith(count: number) {
  const account = await testAccount()
  const ids = await addSubscribers(account, count)
  const calls = dashboard(account).bulk_actions
  const work = (id: number) => workOnAction(systemCtx(account.account_id), { id, rows: ROWS })
  const find = async (id: number) => {
    const row = (await calls.list()).find((one) => one.id === id)
    if (!row) throw new Error('The action is not listed')
    return row
  }
  const run = async (action: Action, selection: BulkSelection = EVERYONE) => {
    const { matched } = await calls.preview({ selection, action })
    const { id } = await calls.request({ selection, action, expected: Math.max(1, matched) })
    await work(id)
    return find(id)
  }
  const undo = async (id: number) => {
    await calls.undo({ id })
    await work(id)
    return find(id)
  }
  return { account, ctx: account.ctx, ids, calls, work, find, run, undo }
}

const tagOf = async ({ ctx }: TestAccount, name: string) => (await createTag(ctx, { name })).value.id
const tagged = async ({ ctx }: TestAccount, tag_id: number) =>
  (await ctx.db.tagging.findMany({ where: { tag_id }, orderBy: { subscriber_id: 'asc' } })).map(({ subscriber_id }) =>
    Number(subscriber_id),
  )

test('tagging all matches tags each subscriber once, says how many had the tag, and undoing it removes exactly the new ones', async () => {
  const { account, ctx, ids, calls, run, undo } = await accountWith(5)
  const tag_id = await tagOf(account, 'VIP')
  const [a = 0, b = 0, c = 0, d = 0] = ids
  await tagSubscriber(ctx, { tag_id, id: b })
  await subscribeTo(account.account_id, ['subscriber.tag_added', 'subscriber.tag_removed'])
  const action = { kind: 'tag' as const, tag_id }
  expect(await calls.preview({ selection: EVERYONE, action })).toEqual({ matched: 5, changed: 4 })
  const done = await run(action)
  expect(done).toMatchObject({
    kind: 'tag',
    target: 'VIP',
    state: 'completed',
    total: 5,
    done: 5,
    changed: 4,
    left_alone: { has_tag: 1 },
    can_undo: true,
    created_by: 'Nora Lind',
  })
  expect(await tagged(account, tag_id)).toEqual(ids)
  const events = await takeEvents(account.account_id)
  expect(events.filter(({ type }) => type === 'subscriber.tag_added')).toHaveLength(4)

  // One was untagged since, and one untagged and tagged again, so neither tagging is the action's any more.
  await untagSubscriber(ctx, { tag_id, id: c })
  await untagSubscriber(ctx, { tag_id, id: d })
  await ctx.sql.run(
    `insert into tagging (account_id, tag_id, subscriber_id, tagged_at) values ($1, $2, $3, now() + interval '1 minute')`,
    [tag_id, d],
  )
  expect(await undo(done.id)).toMatchObject({ state: 'undone', undone: 2, kept: 2, can_undo: false })
  expect(await tagged(account, tag_id)).toEqual([b, d])
  expect(a).not.toBe(b)
  await expect(calls.undo({ id: done.id })).rejects.toThrow('already undone')
})

test('untagging a tag’s list reaches everyone on it although they leave the list, and can be undone', async () => {
  const { account, ctx, ids, run, undo } = await accountWith(5)
  const tag_id = await tagOf(account, 'Cold')
  for (const id of ids.slice(0, 4)) await tagSubscriber(ctx, { tag_id, id })
  await ctx.sql.run(`update tagging set tagged_at = '2026-01-02T03:04:05.678Z' where account_id = $1`)
  const done = await run({ kind: 'untag', tag_id }, { kind: 'query', status: 'active', tag_id })
  expect(done).toMatchObject({ total: 4, changed: 4, left_alone: {} })
  expect(await tagged(account, tag_id)).toEqual([])
  await tagSubscriber(ctx, { tag_id, id: ids[0] ?? 0 })
  expect(await undo(done.id)).toMatchObject({ undone: 3, kept: 1 })
  expect(await tagged(account, tag_id)).toEqual(ids.slice(0, 4))
  const restored = await ctx.db.tagging.findMany({ where: { tag_id, tagged_at: '2026-01-02T03:04:05.678Z' } })
  expect(restored.map(({ subscriber_id }) => Number(subscriber_id))).toEqual(ids.slice(1, 4))
})

test('a selection matches the list’s search, state, tag, segment and filter together', async () => {
  const { account, ctx, ids, run } = await accountWith(6)
  const [a = 0, b = 0, c = 0, d = 0] = ids
  const tag_id = await tagOf(account, 'In')
  for (const id of [a, b, c]) await tagSubscriber(ctx, { tag_id, id })
  await unsubscribe(ctx, { id: c })
  await updateSubscriber(ctx, { id: a, first_name: '100%_Lin' })
  const definition = {
    all: [{ type: 'tags' as const, any: [{ type: 'ids' as const, matching: [tag_id] }] }],
    counting_mode: 'raw' as const,
  }
  const { id: segment_id } = await createSegment(ctx, { name: 'In', definition: SegmentFilter.parse(definition) })
  const result = await tagOf(account, 'Result')
  const reached = async (selection: Omit<Extract<BulkSelection, { kind: 'query' }>, 'kind'>) => {
    const done = await run({ kind: 'tag', tag_id: result }, { kind: 'query', ...selection })
    const found = await tagged(account, result)
    expect(done).toMatchObject({ total: found.length, done: found.length })
    await run({ kind: 'untag', tag_id: result })
    return found
  }
  expect(await reached({ status: 'all', search: '0%_l' })).toEqual([a])
  await updateSubscriber(ctx, { id: d, email_address: 'lea@münchen.example' })
  expect(await reached({ status: 'all', search: 'xn--mnchen-3ya.example' })).toEqual([d])
  expect(await reached({ status: 'cancelled' })).toEqual([c])
  expect(await reached({ status: 'active', tag_id })).toEqual([a, b])
  expect(await reached({ status: 'all', segment_id })).toEqual([a, b, c])
  expect(await reached({ status: 'all', filter: SegmentFilter.parse(definition), search: 'subscriber2' })).toEqual([b])
  const run_of_all = await run({ kind: 'tag', tag_id: result }, { kind: 'chosen', subscriber_ids: [d, d, 999_999_999] })
  expect(run_of_all).toMatchObject({ total: 1, changed: 1 })
})

test('a field is set where it differs, and undoing it restores each value that was not changed since', async () => {
  const { ctx, ids, run, undo } = await accountWith(4)
  const [a = 0, b = 0, c = 0, d = 0] = ids
  const { id: field_id } = (await createCustomField(ctx, { label: 'City' })).value
  await updateSubscriber(ctx, { id: a, fields: { city: 'Bergen' } })
  await updateSubscriber(ctx, { id: b, fields: { city: 'Oslo' } })
  const done = await run({ kind: 'set_field', field_id, value: 'Oslo' })
  expect(done).toMatchObject({ target: 'City', value: 'Oslo', changed: 3, left_alone: { has_value: 1 } })
  await updateSubscriber(ctx, { id: d, fields: { city: 'Voss' } })
  expect(await undo(done.id)).toMatchObject({ undone: 2, kept: 1 })
  const rows = await ctx.db.subscriber.findMany({ orderBy: { id: 'asc' }, select: { id: true, fields: true } })
  expect(Object.fromEntries(rows.map(({ id, fields }) => [Number(id), Object.values(fields as object)[0]]))).toEqual({
    [a]: 'Bergen',
    [b]: 'Oslo',
    [c]: undefined,
    [d]: 'Voss',
  })
})

test('a value is stored in its field’s format, and a value of another type is refused by name', async () => {
  const { account, calls, run } = await accountWith(1)
  const { id: field_id } = await dashboard(account).custom_fields.create({ label: 'Seats', type: 'number' })
  expect(await run({ kind: 'set_field', field_id, value: '1,200.0' })).toMatchObject({ value: '1200', changed: 1 })
  const action: Action = { kind: 'set_field', field_id, value: 'many' }
  const refused = 'Seats must be a number such as 12.5'
  await expect(calls.preview({ selection: EVERYONE, action })).rejects.toThrow(refused)
  await expect(calls.request({ selection: EVERYONE, action, expected: 1 })).rejects.toThrow(refused)
  expect(await run({ kind: 'set_field', field_id, value: '' })).toMatchObject({ changed: 1 })
})

test('active subscribers join a sequence, undoing it removes only the added ones, and others leave it', async () => {
  const { account, ctx, ids, run, undo, calls } = await accountWith(4)
  const [a = 0, b = 0] = ids
  const { id: sequence_id } = await makeSequence(account)
  const members = async () =>
    (await ctx.db.enrollment.findMany({ orderBy: { subscriber_id: 'asc' } })).map(({ subscriber_id }) =>
      Number(subscriber_id),
    )
  await unsubscribe(ctx, { id: a })
  await run({ kind: 'add_to_sequence', sequence_id }, { kind: 'chosen', subscriber_ids: [b] })
  const action = { kind: 'add_to_sequence' as const, sequence_id }
  expect(await calls.preview({ selection: EVERYONE, action })).toEqual({ matched: 4, changed: 2 })
  const done = await run(action)
  expect(done).toMatchObject({ changed: 2, left_alone: { not_active: 1, in_sequence: 1 } })
  expect(await members()).toEqual(ids.slice(1))
  expect(await undo(done.id)).toMatchObject({ undone: 2, kept: 0 })
  expect(await members()).toEqual([b])
  const removed = await run({ kind: 'remove_from_sequence', sequence_id })
  expect(removed).toMatchObject({ changed: 1, left_alone: { not_in_sequence: 3 }, can_undo: false })
  await expect(calls.undo({ id: removed.id })).rejects.toThrow('can’t be undone')
})

test('unsubscribing and deleting affect no more subscribers than were shown, and skip those with a queued email', async () => {
  const { account, ctx, ids, run, calls, work, find } = await accountWith(3)
  expect(await run({ kind: 'unsubscribe' }, { kind: 'chosen', subscriber_ids: [ids[0] ?? 0] })).toMatchObject({
    changed: 1,
  })
  const action = { kind: 'delete' as const }
  await expect(calls.request({ selection: EVERYONE, action, expected: 2 })).rejects.toThrow(
    '3 subscribers match by now, more than the 2 that were shown',
  )
  const selection = { kind: 'query' as const, status: 'active' as const }
  const { id } = await calls.request({ selection, action, expected: 2 })
  // Before the job runs, one more subscriber matches again and another signs up.
  await ctx.sql.run(`update subscriber set state = 'active', canceled_at = null where account_id = $1`)
  const [late = 0] = await addSubscribers(account, 1, 'late')
  await work(id)
  expect(await find(id)).toMatchObject({ state: 'completed', done: 3, changed: 2, left_alone: { not_agreed: 1 } })
  expect((await ctx.db.subscriber.findMany({ orderBy: { id: 'asc' } })).map((one) => Number(one.id))).toEqual([
    ids[2],
    late,
  ])
  await ctx.sql.run(
    `insert into delivery (account_id, mail_id, subscriber_id, state)
     select $1, m.id, $3, 'queued' from mail m where m.account_id = $1 and m.broadcast_id = $2`,
    [await startBroadcast(account), late],
  )
  expect(await run(action)).toMatchObject({ changed: 1, left_alone: { is_sent_email: 1 } })
})

test('permissions are checked at the request and again when the job runs', async () => {
  const { account, ctx, calls, work, find } = await accountWith(3)
  const tag_id = await tagOf(account, 'VIP')
  const as = (role: Role) => dashboard(account, withRole(account, role)).bulk_actions
  const tag = { selection: EVERYONE, action: { kind: 'tag' as const, tag_id }, expected: 3 }
  await expect(as('viewer').request(tag)).rejects.toThrow('needs the editor role')
  await expect(as('viewer').list()).rejects.toThrow('needs the editor role')
  const remove = { ...tag, action: { kind: 'delete' as const } }
  await expect(as('editor').request(remove)).rejects.toThrow('needs the admin role')
  await expect(as('editor').preview(remove)).rejects.toThrow('needs the admin role')
  const { id } = await calls.request(remove)
  await ctx.sql.run(`update membership set role = 'editor' where account_id = $1`)
  await work(id)
  expect(await find(id)).toMatchObject({ state: 'stopped', stop_reason: 'role', changed: 0 })
  expect(await ctx.db.subscriber.count()).toBe(3)
})

test('an action stops if its tag is deleted, can be canceled, and cannot be undone after a week', async () => {
  const { account, ctx, ids, calls, work, find, run } = await accountWith(3)
  const tag_id = await tagOf(account, 'VIP')
  const selection = { kind: 'chosen' as const, subscriber_ids: ids }
  const input = { selection, action: { kind: 'tag' as const, tag_id }, expected: 3 }
  const canceled = await calls.request(input)
  expect(await calls.cancel({ id: canceled.id })).toMatchObject({ state: 'canceled', can_undo: false })
  await work(canceled.id)
  expect(await tagged(account, tag_id)).toEqual([])
  await expect(calls.cancel({ id: canceled.id })).rejects.toThrow('already ended')
  const done = await run(input.action)
  await ctx.sql.run(`update bulk_action set ended_at = ended_at - interval '8 days' where account_id = $1`)
  await expect(calls.undo({ id: done.id })).rejects.toThrow('can’t be undone')
  const { id } = await calls.request(input)
  await deleteTags(ctx, { items: [{ id: tag_id }] })
  await work(id)
  expect(await find(id)).toMatchObject({ state: 'stopped', stop_reason: 'tag_deleted', target: null })
  await expect(calls.request(input)).rejects.toThrow('This tag no longer exists')
})

test('a selection cannot refer to another account, and a misspelled or empty condition is refused', async () => {
  const { account, calls, run } = await accountWith(1)
  const other = await accountWith(2)
  const foreign = await tagOf(other.account, 'Theirs')
  const own = await tagOf(account, 'Ours')
  const action = { kind: 'tag' as const, tag_id: own }
  await expect(calls.preview({ selection: EVERYONE, action: { kind: 'tag', tag_id: foreign } })).rejects.toThrow(
    'no longer exists',
  )
  await expect(calls.preview({ selection: { ...EVERYONE, tag_id: foreign } as BulkSelection, action })).rejects.toThrow(
    'no longer exists',
  )
  expect(await calls.preview({ selection: { kind: 'chosen', subscriber_ids: other.ids }, action })).toEqual({
    matched: 0,
    changed: 0,
  })
  const theirs = await other.calls.request({
    selection: EVERYONE,
    action: { kind: 'tag', tag_id: foreign },
    expected: 2,
  })
  await expect(calls.cancel({ id: theirs.id })).rejects.toThrow()
  await workOnAction(makeCtx({ account_id: account.account_id, actor: { kind: 'system' } }), { id: theirs.id })
  expect(await other.find(theirs.id)).toMatchObject({ state: 'running', done: 0 })
  for (const selection of [
    { kind: 'query' },
    { kind: 'query', status: 'all', serach: 'x' },
    { kind: 'query', status: 'all', search: '   ' },
    { kind: 'query', status: 'everyone' },
    { kind: 'query', status: 'all', filter: { all: [{ type: 'nonsense' }] } },
    { kind: 'query', status: 'all', filter: { all: Array.from({ length: 101 }, () => ({ type: 'subscribed' })) } },
    { kind: 'chosen', subscriber_ids: [] },
    { kind: 'chosen', subscriber_ids: Array.from({ length: 1001 }, (_, id) => id + 1) },
    {},
  ])
    await expect(calls.preview({ selection: selection as BulkSelection, action })).rejects.toThrow()
  expect(
    await run(action, { kind: 'query', status: 'all', search: `'; drop table subscriber; --` }).catch(String),
  ).toContain('No subscriber matches anymore')
})
