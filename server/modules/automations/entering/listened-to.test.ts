import { expect, test, vi } from 'vitest'
import { write } from '../../../core/write/write.ts'
import { database } from '../../../db/client.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { addNamed, liveAutomation } from '../../../testing/automations/live.ts'
import { aside } from '../../../testing/database/during-transaction.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { subscribeTo, takeEvents } from '../../../testing/events.ts'
import { PATIENCE } from '../../../testing/patience.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { updateSubscriber, upsertSubscriber } from '../../subscribers/service.ts'
import { tagSubscriber, untagSubscriber } from '../../tags/one-statement.ts'
import { createTag } from '../../tags/service.ts'
import { restoreTagging, restoreTaggings, tagSubscribers, untagSubscribers } from '../../tags/tagging.ts'
import { removeListeners } from './listeners.ts'

runInOwnDatabase()

const tagOf = async ({ ctx }: TestAccount, name: string) => (await createTag(ctx, { name })).value.id
const onTag = (tag_id: number, type = 'tag_added') => ({ triggers: [{ id: 't', on: { type, tag_id } }] })
const onField = (custom_field_id: number) => ({
  triggers: [{ id: 't', on: { type: 'field_changed', custom_field_id, value: null } }],
})

const notedBy = async ({ ctx }: TestAccount) =>
  (
    await ctx.sql.rows<{ noted: string }>(
      `select type || ' ' || object as noted from automation_event where account_id = $1 order by id`,
    )
  ).map(({ noted }) => noted)

const flagged = async ({ ctx }: TestAccount, table: 'tag' | 'custom_field') =>
  (
    await ctx.sql.rows<{ id: number }>(`select id from ${table} where account_id = $1 and is_listened_to order by id`)
  ).map(({ id }) => id)

test('a single change that no automation listens to reads no listeners', async () => {
  const account = await testAccount()
  const { ctx } = account
  const [lin = 0, ada = 0] = await addNamed(account, ['Lin', 'Ada'])
  const [awaited, plain] = [await tagOf(account, 'Awaited'), await tagOf(account, 'Plain')]
  await createCustomField(ctx, { label: 'Plan' })
  const city = (await createCustomField(ctx, { label: 'City' })).value.id
  await liveAutomation(account, onTag(awaited))
  await liveAutomation(account, onField(city))
  await tagSubscriber(ctx, { tag_id: plain, id: ada })
  const client = await database().pool.connect()
  try {
    // A statement that looks for listeners now would wait until the end of this transaction.
    await client.query('begin; lock table automation_listener in access exclusive mode')
    await tagSubscriber(ctx, { tag_id: plain, id: lin })
    await untagSubscriber(ctx, { tag_id: plain, id: ada })
    await tagSubscribers(ctx, { pairs: [lin, ada].map((subscriber_id) => ({ tag_id: plain, subscriber_id })) })
    await updateSubscriber(ctx, { id: lin, first_name: 'Lin Moss' })
    await updateSubscriber(ctx, { id: lin, fields: { plan: 'pro' } })
    await upsertSubscriber(ctx, { email_address: 'noor@example.net' })
    await upsertSubscriber(ctx, { email_address: 'ben@example.net', fields: { plan: 'free' } })
  } finally {
    await client.query('rollback')
    client.release()
  }
  expect(await notedBy(account)).toEqual([])
})

test('a single change that an automation listens to is noted, also beside one that it does not listen to', async () => {
  const account = await testAccount()
  const { ctx } = account
  const [lin = 0] = await addNamed(account, ['Lin'])
  const [added, removed, plain] = [
    await tagOf(account, 'Added'),
    await tagOf(account, 'Removed'),
    await tagOf(account, 'Plain'),
  ]
  await createCustomField(ctx, { label: 'Plan' })
  const city = (await createCustomField(ctx, { label: 'City' })).value.id
  await liveAutomation(account, onTag(added))
  await liveAutomation(account, onTag(removed, 'tag_removed'))
  await liveAutomation(account, onField(city))
  await tagSubscriber(ctx, { tag_id: removed, id: lin })
  expect(await notedBy(account)).toEqual([])
  await untagSubscriber(ctx, { tag_id: removed, id: lin })
  // The setting of a statement does not hold for the next one of its transaction, nor if it changes nothing.
  await write(ctx, async (tx) => {
    await tagSubscriber(tx, { tag_id: plain, id: lin })
    await tagSubscriber(tx, { tag_id: plain, id: lin })
    await untagSubscriber(tx, { tag_id: plain, id: lin })
    await untagSubscriber(tx, { tag_id: plain, id: lin })
    await tx.sql.run('insert into tagging (account_id, tag_id, subscriber_id) values ($1, $2, $3)', [added, lin])
  })
  await updateSubscriber(ctx, { id: lin, first_name: 'Lin Moss' })
  await updateSubscriber(ctx, { id: lin, fields: { plan: 'pro' } })
  await updateSubscriber(ctx, { id: lin, fields: { plan: 'free', city: 'Oslo' } })
  await upsertSubscriber(ctx, { email_address: 'ben@example.net', fields: { plan: 'free', city: 'Bergen' } })
  expect(await notedBy(account)).toEqual([
    `tag_removed ${removed}`,
    `tag_added ${added}`,
    `field_changed ${city}`,
    `field_changed ${city}`,
  ])
})

test('undoing a removal or an addition of tags is no event, and gives back the time of the tag', async () => {
  const account = await testAccount()
  const { ctx } = account
  const [lin = 0, ada = 0] = await addNamed(account, ['Lin', 'Ada'])
  const [added, removed] = [await tagOf(account, 'Added'), await tagOf(account, 'Removed')]
  await tagSubscriber(ctx, { tag_id: added, id: lin })
  await liveAutomation(account, onTag(added))
  await liveAutomation(account, onTag(removed, 'tag_removed'))
  const { tagged_at } = await untagSubscriber(ctx, { tag_id: added, id: lin })
  expect(await untagSubscriber(ctx, { tag_id: added, id: lin })).toEqual({ tagged_at: null })
  await subscribeTo(account.account_id, ['subscriber.tag_added', 'subscriber.tag_removed'])
  await restoreTagging(ctx, { tag_id: added, id: lin, tagged_at: tagged_at ?? '' })
  const pairs = [lin, ada].map((subscriber_id) => ({ tag_id: removed, subscriber_id }))
  await tagSubscribers(ctx, { pairs })
  const gone = await untagSubscribers(ctx, { pairs, is_undo: true })
  expect(await notedBy(account)).toEqual([])
  // Webhooks are told: they were told what was undone.
  const events = (await takeEvents(account.account_id)).map(({ type }) => type)
  expect(events).toEqual([
    'subscriber.tag_added',
    'subscriber.tag_added',
    'subscriber.tag_added',
    'subscriber.tag_removed',
    'subscriber.tag_removed',
  ])
  await restoreTaggings(ctx, { pairs: gone.map((one) => ({ ...one, tagged_at: '2031-01-01T00:00:00Z' })) })
  const times = await ctx.sql.rows<{ tag_id: number; is_before: boolean; is_same: boolean }>(
    `select tag_id, tagged_at <= now() as is_before, date_trunc('second', tagged_at) = $2::timestamptz as is_same
     from tagging where account_id = $1 order by id`,
    [tagged_at],
  )
  expect(times[0]).toEqual({ tag_id: added, is_before: true, is_same: true })
  expect(times).toHaveLength(3)
  expect(times.every(({ is_before }) => is_before)).toBe(true)
  // The word of an undo holds for its statement only.
  await untagSubscribers(ctx, { pairs })
  expect(await notedBy(account)).toEqual([`tag_removed ${removed}`, `tag_removed ${removed}`])
})

test('tags and fields say whether automations listen to them, also when listeners are changed by hand', async () => {
  const account = await testAccount()
  const { ctx } = account
  const [first, second] = [await tagOf(account, 'First'), await tagOf(account, 'Second')]
  const city = (await createCustomField(ctx, { label: 'City' })).value.id
  const one = await liveAutomation(account, onTag(first))
  const other = await liveAutomation(account, onTag(first, 'tag_removed'))
  await liveAutomation(account, onField(city))
  expect([await flagged(account, 'tag'), await flagged(account, 'custom_field')]).toEqual([[first], [city]])
  await one.publish(onTag(second))
  expect(await flagged(account, 'tag')).toEqual([first, second])
  await write(ctx, (tx) => removeListeners(tx, { automation_id: other.id }))
  expect(await flagged(account, 'tag')).toEqual([second])
  // As merging tags does, and processes that know nothing of it.
  await ctx.sql.run('update automation_listener set object = $2 where account_id = $1 and object = $3', [
    String(first),
    String(second),
  ])
  expect(await flagged(account, 'tag')).toEqual([first])
  await ctx.sql.run('delete from automation_listener where account_id = $1')
  expect([await flagged(account, 'tag'), await flagged(account, 'custom_field')]).toEqual([[], []])
})

const LISTEN = `insert into automation_listener (account_id, automation_id, version, step_id, number, purpose, type, object)
  values ($1, $2, 1, 't', 0, 'entry', 'tag_added', $3)`

test('a change beside a publication does not wait for it; what begins after it is noted', async () => {
  const account = await testAccount()
  const { ctx } = account
  const [lin = 0, ada = 0, ben = 0] = await addNamed(account, ['Lin', 'Ada', 'Ben'])
  const tag_id = await tagOf(account, 'Wanted')
  const { id } = await liveAutomation(account, {})
  await write(ctx, async (tx) => {
    await tx.sql.run(LISTEN, [id, String(tag_id)])
    await aside(() => tagSubscriber(ctx, { tag_id, id: lin }))
  })
  expect(await notedBy(account)).toEqual([])
  await tagSubscriber(ctx, { tag_id, id: ada })
  await tagSubscribers(ctx, { pairs: [{ tag_id, subscriber_id: ben }] })
  expect(await notedBy(account)).toEqual([`tag_added ${tag_id}`, `tag_added ${tag_id}`])
})

test('an automation that stops listening to a tag waits for one that begins to', async () => {
  const account = await testAccount()
  const { ctx } = account
  const tag_id = await tagOf(account, 'Wanted')
  const ending = await liveAutomation(account, onTag(tag_id))
  const beginning = await liveAutomation(account, {})
  let removal = Promise.resolve()
  await write(ctx, async (tx) => {
    await tx.sql.run(LISTEN, [beginning.id, String(tag_id)])
    removal = aside(() => write(ctx, (other) => removeListeners(other, { automation_id: ending.id })))
    const waits = () =>
      ctx.sql.one(
        `select 1 from pg_stat_activity where $1::int is not null and wait_event_type = 'Lock' and datname = current_database()
           and query like '%automation_listener%' and query not like '%pg_stat_activity%'`,
      )
    await vi.waitUntil(async () => (await aside(waits)) !== undefined, { ...PATIENCE, interval: 5 })
  })
  await removal
  expect(await flagged(account, 'tag')).toEqual([tag_id])
})
