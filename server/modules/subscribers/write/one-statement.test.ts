import { expect, test } from 'vitest'
import type { Ctx } from '../../../core/context.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { duringTransaction } from '../../../testing/database/during-transaction.ts'
import { subscribeTo, takeEvents } from '../../../testing/events.ts'
import { createCustomField, deleteCustomField } from '../../custom-fields/service.ts'
import { tagSubscriber, untagSubscriber } from '../../tags/one-statement.ts'
import { createTag } from '../../tags/service.ts'
import { tagSubscribers, untagSubscribers } from '../../tags/tagging.ts'
import type { FieldValues, State } from '../schema.ts'
import { originOf, unsubscribe, updateSubscriber, upsertSubscriber } from '../service.ts'
import { changeState } from '../state/state.ts'
import { changeSubscribers } from './change.ts'
import { createOne } from './one-statement.ts'
import { upsertSubscribers } from './upsert.ts'

interface Given {
  first_name?: string | null
  state?: State
  fields?: FieldValues
  email_address?: string
}

/** The service functions under test for one subscriber: as one statement, and as a set of one. */
const ONE = {
  upsert: async ({ ctx }: TestAccount, email_address: string, given: Given) =>
    (await upsertSubscriber(ctx, { ...given, email_address, consent_text: 'At the fair' })).value.id,
  update: ({ ctx }: TestAccount, id: number, given: Given) => updateSubscriber(ctx, { id, ...given }),
  unsubscribe: ({ ctx }: TestAccount, id: number) => unsubscribe(ctx, { id }),
  tag: ({ ctx }: TestAccount, id: number, tag_id: number) => tagSubscriber(ctx, { tag_id, id }),
  untag: ({ ctx }: TestAccount, id: number, tag_id: number) => untagSubscriber(ctx, { tag_id, id }),
}
const SET: typeof ONE = {
  upsert: async ({ ctx }, email_address, given) => {
    const origin = originOf(ctx.actor, 'At the fair')
    const [saved] = await upsertSubscribers(ctx, { items: [{ ...given, email_address }], origin })
    return saved?.id ?? 0
  },
  update: ({ ctx }, id, given) => changeSubscribers(ctx, { changes: [{ id, ...given }] }) as never,
  unsubscribe: ({ ctx }, id) => changeState(ctx, { ids: [id], transition: 'unsubscribe', cause: 'dashboard' }) as never,
  tag: ({ ctx }, subscriber_id, tag_id) => tagSubscribers(ctx, { pairs: [{ tag_id, subscriber_id }] }) as never,
  untag: ({ ctx }, subscriber_id, tag_id) => untagSubscribers(ctx, { pairs: [{ tag_id, subscriber_id }] }) as never,
}

async function story(verbs: typeof ONE) {
  const account = await testAccount()
  const { ctx, account_id } = account
  for (const label of ['City', 'Job', 'Gone']) await createCustomField(ctx, { label })
  const { value: tag } = await createTag(ctx, { name: 'Beta' })
  await subscribeTo(account_id, [
    'subscriber.created',
    'subscriber.activated',
    'subscriber.unsubscribed',
    'subscriber.tag_added',
    'subscriber.tag_removed',
    'subscriber.custom_field_value_updated',
  ])
  const lin = await verbs.upsert(account, 'lin@example.net', {
    first_name: 'Lin',
    fields: { city: 'Bergen', gone: 'x' },
  })
  const gone = await ctx.db.customField.findFirstOrThrow({ where: { key: 'gone' } })
  await deleteCustomField(ctx, { id: gone.id })
  const again: Given[] = [
    {},
    { first_name: null },
    { first_name: 'Lin', state: 'cancelled' },
    { fields: { city: 'Bergen', job: null } },
    { fields: { city: null, job: 'Smith "the" \\ ü', shoe_size: '41' } },
    { first_name: 'Ada', fields: { gone: 'y' } },
  ]
  for (const given of again) await verbs.upsert(account, 'lin@example.net', given)
  const states: State[] = ['inactive', 'bounced', 'cancelled']
  for (const state of states) await verbs.upsert(account, `${state}@example.net`, { state, fields: { job: null } })
  const changes: Given[] = [
    {},
    { email_address: 'ada@example.net' },
    { email_address: 'ada@example.net', first_name: 'Bo' },
    { fields: { city: 'Oslo', job: 'Baker' } },
    { first_name: 'Bo', fields: { city: 'Oslo' } },
    { fields: { nothing: 'x' } },
  ]
  for (const given of changes) await verbs.update(account, lin, given)
  for (let time = 0; time < 2; time++) await verbs.tag(account, lin, tag.id)
  for (let time = 0; time < 2; time++) await verbs.untag(account, lin, tag.id)
  for (let time = 0; time < 2; time++) await verbs.unsubscribe(account, lin)
  return written(account)
}

/** Returns everything that was written, without what differs between two accounts. */
async function written({ ctx, account_id }: TestAccount) {
  const subscribers = await ctx.db.subscriber.findMany({ orderBy: { id: 'asc' } })
  const positions = new Map(subscribers.map(({ id }, at) => [Number(id), at]))
  const fields = await ctx.db.customField.findMany({ orderBy: { id: 'asc' } })
  const plain = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value, (key, given) => {
        if (typeof given === 'bigint') return Number(given)
        return /_at$|^account_id$/.test(key) ? typeof given : given
      }),
    )
  const rows = subscribers.map(({ id, ...row }) => ({ ...row, is_changed: +row.updated_at > +row.created_at }))
  const changes = await ctx.db.stateChange.findMany({ orderBy: { id: 'asc' } })
  const consents = await ctx.db.consent.findMany({ orderBy: { id: 'asc' } })
  const logs = [...changes, ...consents].map(({ id, subscriber_id, ...log }) => ({
    ...log,
    of: positions.get(Number(subscriber_id)),
  }))
  const events = (await takeEvents(account_id)).map(({ type, data }) => {
    const { subscriber, custom_field, tag } = structuredClone(data)
    return {
      type,
      subscriber: subscriber && { ...subscriber, id: positions.get(subscriber.id) },
      ...(custom_field && {
        custom_field: { ...custom_field, id: fields.findIndex(({ id }) => id === custom_field.id), name: '' },
      }),
      ...(tag && { tag: { ...tag, id: 0 } }),
    }
  })
  return plain({ rows, logs, events })
}

test('one subscriber is written in one statement with the rows and the events of a set of one', async () => {
  const [one, set] = [await story(ONE), await story(SET)]
  expect(one).toEqual(set)
  expect(one.events.length).toBeGreaterThan(10)
})

test('the event of a single value is one row until its delivery is cut', async () => {
  const { ctx, account_id } = await testAccount()
  for (const label of ['City', 'Job']) await createCustomField(ctx, { label })
  await subscribeTo(account_id, ['subscriber.custom_field_value_updated'])
  const { value: lin } = await upsertSubscriber(ctx, { email_address: 'lin@example.net', fields: { city: 'Bergen' } })
  await updateSubscriber(ctx, { id: lin.id, fields: { city: 'Oslo' } })
  await updateSubscriber(ctx, { id: lin.id, fields: { city: 'Rome', job: 'Nurse' } })
  const rows = await ctx.sql.rows<{ value: string | null; events: number }>(
    `select data -> 'custom_field' ->> 'value' as value, cardinality(event_ids) as events
     from webhook_outbox where account_id = $1 order by id`,
  )
  expect(rows).toEqual([
    { value: 'Bergen', events: 1 },
    { value: 'Oslo', events: 1 },
    { value: null, events: 2 },
  ])
})

test('queued values are written before the values of a later request', async () => {
  const { ctx } = await testAccount()
  await createCustomField(ctx, { label: 'City' })
  const { value } = await upsertSubscriber(ctx, { email_address: 'lin@example.net' })
  const slot = (await ctx.db.customField.findFirstOrThrow()).slot
  const wait = () =>
    ctx.db.subscriber.updateMany({ where: { id: value.id }, data: { queued_fields: { [slot]: 'Bergen' } } })
  await wait()
  expect((await updateSubscriber(ctx, { id: value.id, first_name: 'Lin' })).value).toMatchObject({
    fields: { city: null },
  })
  expect((await updateSubscriber(ctx, { id: value.id, fields: { hat: 'x' } })).value).toMatchObject({
    fields: { city: null },
  })
  await createCustomField(ctx, { label: 'Job' })
  const job = { fields: { job: 'Smith' } }
  expect((await updateSubscriber(ctx, { id: value.id, ...job })).value.fields).toEqual({ city: 'Bergen', job: 'Smith' })
  await wait()
  const upserted = await upsertSubscriber(ctx, { email_address: 'lin@example.net', fields: { job: 'Baker' } })
  expect(upserted.value.fields).toEqual({ city: 'Bergen', job: 'Baker' })
})

test('an upsert waits for a concurrent one of the same address and changes the subscriber that it created', async () => {
  const { ctx } = await testAccount({ subscriber_limit: 1 })
  const names = Array.from({ length: 8 }, (_, n) => `Lin ${n}`)
  const all = await Promise.all(
    names.map((first_name) => upsertSubscriber(ctx, { email_address: 'lin@example.net', first_name })),
  )
  expect(all.filter(({ created }) => created)).toHaveLength(1)
  expect(new Set(all.map(({ value }) => value.id)).size).toBe(1)
  for (const { value } of all) expect(names).toContain(value.first_name)
})

test('concurrent updates keep each other’s values', async () => {
  const { ctx } = await testAccount()
  const keys = ['city', 'job', 'hat', 'car']
  for (const label of keys) await createCustomField(ctx, { label })
  const { value } = await upsertSubscriber(ctx, { email_address: 'lin@example.net' })
  await Promise.all(
    keys.flatMap((key) => [
      updateSubscriber(ctx, { id: value.id, fields: { [key]: key } }),
      upsertSubscriber(ctx, { email_address: 'lin@example.net', first_name: 'Lin' }),
    ]),
  )
  const { value: saved } = await updateSubscriber(ctx, { id: value.id })
  expect(saved).toMatchObject({ first_name: 'Lin', fields: Object.fromEntries(keys.map((key) => [key, key])) })
})

test('an update without a difference answers with what a concurrent one wrote', async () => {
  const { ctx } = await testAccount()
  const { id } = (await upsertSubscriber(ctx, { email_address: 'lin@example.net', first_name: 'Lin' })).value
  const rename = (ctx: Ctx) => updateSubscriber(ctx, { id, first_name: 'Ada' })
  expect(await duringTransaction(ctx, rename, () => rename(ctx))).toMatchObject({
    value: { value: { first_name: 'Ada' } },
  })
})

test('a tagging waits for a concurrent one of the same pair and answers with its time', async () => {
  const { ctx } = await testAccount()
  const { id } = (await upsertSubscriber(ctx, { email_address: 'lin@example.net' })).value
  const { value: tag } = await createTag(ctx, { name: 'Beta' })
  let first: Awaited<ReturnType<typeof tagSubscriber>> | undefined
  const tagging = async (ctx: Ctx) => (first ??= await tagSubscriber(ctx, { tag_id: tag.id, id }))
  const second = await duringTransaction(ctx, tagging, () => tagSubscriber(ctx, { tag_id: tag.id, id }))
  expect(second).toEqual({ status: 'fulfilled', value: { value: first?.value, created: false } })
})

test('creating a subscriber whose address becomes free during the statement does not exceed the plan’s limit', async () => {
  const { ctx } = await testAccount({ subscriber_limit: 1 })
  await createCustomField(ctx, { label: 'City' })
  const { id } = (await upsertSubscriber(ctx, { email_address: 'lin@example.net' })).value
  const origin = originOf(ctx.actor)
  const made = await duringTransaction(
    ctx,
    (tx) => tx.sql.run('select 1 from custom_field where account_id = $1 for update'),
    () => createOne(ctx, { email_address: 'lin@example.net', fields: { city: 'Bergen' }, origin }),
    async (tx) => {
      await tx.sql.run('delete from subscriber where account_id = $1 and id = $2', [id])
      await upsertSubscriber(tx, { email_address: 'kim@example.net' })
    },
  )
  expect(made).toMatchObject({ value: { outcome: 'taken' } })
  expect(await ctx.db.subscriber.count()).toBe(1)
  // The upsert then starts again.
  await expect(upsertSubscriber(ctx, { email_address: 'lin@example.net' })).rejects.toMatchObject({ code: 'forbidden' })
})
