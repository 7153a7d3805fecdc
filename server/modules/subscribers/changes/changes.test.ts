import { expect, test } from 'vitest'
import type { Ctx } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import { testAccount } from '../../../testing/account.ts'
import { addNamed } from '../../../testing/automations/live.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { sequenceFixture } from '../../../testing/modules/sequences.ts'
import { reportEvents } from '../../automations/apps/events.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { removeSubscribers } from '../../sequences/changes/apply.ts'
import { tagSubscriber, untagSubscriber } from '../../tags/one-statement.ts'
import { createTag, deleteTag } from '../../tags/service.ts'
import { restoreTagging, tagSubscribers, untagSubscribers } from '../../tags/tagging.ts'
import { updateSubscriber, upsertSubscriber } from '../service.ts'
import { changeSubscribers } from '../write/change.ts'
import { deleteSubscribers } from '../write/delete.ts'
import { purgeChanges } from './purge.ts'

// Changes of all accounts are purged.
runInOwnDatabase()

const DAY_MS = 86_400_000

const changesOf = (ctx: Ctx) =>
  ctx.sql.rows<{ subscriber_id: number; kind: string; object: string; data: Record<string, unknown>; at: Date }>(
    'select subscriber_id, kind, object, data, at from subscriber_change where account_id = $1 order by id',
  )

test('tags that are removed are recorded with the time of the tag, one or many, and so are undone changes', async () => {
  const account = await testAccount()
  const { ctx } = account
  let now = Date.parse('2027-03-01T10:00:00Z')
  ctx.now = () => new Date(now)
  const [lin = 0, ada = 0] = await addNamed(account, ['Lin', 'Ada'])
  const [tag_id, other] = [
    (await createTag(ctx, { name: 'Lead' })).value.id,
    (await createTag(ctx, { name: 'Gone' })).value.id,
  ]
  await tagSubscribers(ctx, { pairs: [lin, ada].map((subscriber_id) => ({ tag_id, subscriber_id })) })
  await tagSubscriber(ctx, { tag_id: other, id: lin })
  now += DAY_MS
  const { tagged_at } = await untagSubscriber(ctx, { tag_id, id: lin })
  await untagSubscriber(ctx, { tag_id, id: lin })
  await restoreTagging(ctx, { tag_id, id: lin, tagged_at: tagged_at ?? '' })
  await untagSubscribers(ctx, { pairs: [{ tag_id, subscriber_id: ada }] })
  await tagSubscribers(ctx, { pairs: [{ tag_id, subscriber_id: ada }] })
  await untagSubscribers(ctx, { pairs: [{ tag_id, subscriber_id: ada }], is_undo: true })
  // Tags that go with their tag are not removed from anyone.
  await deleteTag(ctx, { id: other })
  const changes = await changesOf(ctx)
  expect(changes.map(({ subscriber_id, kind, object }) => [subscriber_id, kind, object])).toEqual([
    [lin, 'tag_removed', String(tag_id)],
    [lin, 'tag_removal_undone', String(tag_id)],
    [ada, 'tag_removed', String(tag_id)],
    [ada, 'tag_addition_undone', String(tag_id)],
  ])
  expect(changes.every(({ at }) => +at === now)).toBe(true)
  expect(changes.map(({ data }) => data.tagged_at && Date.parse(String(data.tagged_at)))).toEqual([
    now - DAY_MS,
    undefined,
    now - DAY_MS,
    now,
  ])
})

test('values that change are recorded with those before, one or many; what changes nothing is not', async () => {
  const account = await testAccount()
  const { ctx } = account
  const [plan, city] = [
    (await createCustomField(ctx, { label: 'Plan' })).value.id,
    (await createCustomField(ctx, { label: 'City' })).value.id,
  ]
  const [lin = 0, ada = 0] = await addNamed(account, ['Lin', 'Ada'])
  await updateSubscriber(ctx, { id: lin, fields: { plan: 'free' } })
  await updateSubscriber(ctx, { id: lin, fields: { plan: 'free' }, first_name: 'Lin Moss' })
  await updateSubscriber(ctx, { id: lin, fields: { plan: 'pro', city: 'Oslo' } })
  await upsertSubscriber(ctx, { email_address: 'ada@example.net', fields: { city: 'Rome' } })
  await changeSubscribers(ctx, {
    changes: [
      { id: lin, fields: { plan: null, city: 'Oslo' } },
      { id: ada, first_name: 'Ada L.', fields: { city: 'Bergen' } },
    ],
  })
  // Values of a new subscriber count from the beginning.
  await upsertSubscriber(ctx, { email_address: 'new@example.net', fields: { plan: 'free' } })
  const changes = (await changesOf(ctx)).map(({ subscriber_id, kind, object, data: { from, to } }) => ({
    subscriber_id,
    kind,
    field: Number(object),
    from,
    to,
  }))
  const kind = 'field_changed'
  expect(changes).toEqual([
    { subscriber_id: lin, kind, field: plan, from: null, to: 'free' },
    { subscriber_id: lin, kind, field: plan, from: 'free', to: 'pro' },
    { subscriber_id: lin, kind, field: city, from: null, to: 'Oslo' },
    { subscriber_id: ada, kind, field: city, from: null, to: 'Rome' },
    { subscriber_id: lin, kind, field: plan, from: 'pro', to: null },
    { subscriber_id: ada, kind, field: city, from: 'Rome', to: 'Bergen' },
  ])
})

test('leaving a sequence and events of programs are recorded, go with the subscriber, and are kept as traces are', async () => {
  const { ctx, account, id: sequence_id, email, join } = await sequenceFixture(0)
  await email()
  const [lin = 0, ada = 0] = await addNamed(account, ['Lin', 'Ada'])
  await join([lin, ada])
  await write(ctx, (tx) => removeSubscribers(tx, { sequence_id, ids: [lin] }))
  const occurred_at = new Date(+ctx.now() - 2 * DAY_MS)
  await reportEvents(ctx, { name: 'webinar.attended', subscribers: [{ id: ada, occurred_at }, { id: 999_999 }] })
  const changes = await changesOf(ctx)
  expect(changes.map(({ subscriber_id, kind, object }) => [subscriber_id, kind, object])).toEqual([
    [lin, 'sequence_left', String(sequence_id)],
    [ada, 'api_event', 'webinar.attended'],
  ])
  expect(changes[0]?.data).toMatchObject({ completed_at: null, added_at: expect.any(String) })
  expect(changes[1]?.at).toEqual(occurred_at)
  await purgeChanges({ now: new Date(+ctx.now() + 364 * DAY_MS) })
  expect((await changesOf(ctx)).map(({ subscriber_id }) => subscriber_id)).toEqual([lin])
  await ctx.db.account.updateMany({ data: { automation_trace_days: null } })
  await purgeChanges({ now: new Date(+ctx.now() + 4_000 * DAY_MS) })
  expect(await changesOf(ctx)).toHaveLength(1)
  await write(ctx, (tx) => deleteSubscribers(tx, { ids: [lin] }))
  expect(await changesOf(ctx)).toEqual([])
})
