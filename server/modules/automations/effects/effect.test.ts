import { expect, test } from 'vitest'
import { write } from '../../../core/write/write.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { subscribeTo, takeEvents } from '../../../testing/events.ts'
import { createCustomField, deleteCustomField } from '../../custom-fields/service.ts'
import { createTypedField } from '../../custom-fields/typed.ts'
import { createSequence, deleteSequence } from '../../sequences/service.ts'
import { getSubscriber, upsertSubscriber } from '../../subscribers/service.ts'
import { createTag, deleteTag } from '../../tags/service.ts'
import type { Action } from '../graph-schema.ts'
import { applyAction } from './effect.ts'

async function atStep(names: readonly string[]) {
  const account = await testAccount()
  const runs: { run_id: number; subscriber_id: number }[] = []
  for (const [i, name] of names.entries()) {
    const email_address = `${name.toLowerCase()}@example.net`
    const { value } = await upsertSubscriber(account.ctx, { email_address, first_name: name })
    runs.push({ run_id: i + 1, subscriber_id: value.id })
  }
  const set = { automation_id: 1, version: 1, step_id: 'a', runs }
  const act = (action: Action) => write(account.ctx, (tx) => applyAction(tx, set, action))
  return { account, runs, ids: runs.map(({ subscriber_id }) => subscriber_id), act }
}

const fieldsOf = async ({ ctx }: TestAccount, ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await getSubscriber(ctx, { id })).fields))

test('tags are added to and removed from a set with one event per change, and the trace knows who had it', async () => {
  const { account, ids, act } = await atStep(['Lin', 'Ada', 'Max'])
  await subscribeTo(account.account_id, ['subscriber.tag_added', 'subscriber.tag_removed'])
  const tag = (await createTag(account.ctx, { name: 'Beta' })).value
  const add = { type: 'add_tag', tag_id: tag.id } as const
  expect(await act(add)).toEqual(new Map())
  expect(await act(add)).toEqual(new Map([1, 2, 3].map((run) => [run, { passed: true, data: { unchanged: true } }])))
  expect(await act({ ...add, type: 'remove_tag' })).toEqual(new Map())
  expect(await act({ ...add, type: 'remove_tag' })).toEqual(new Map())
  const events = await takeEvents(account.account_id)
  const of = (type: string) => events.filter((event) => event.type === type).map(({ data }) => data.subscriber.id)
  expect(of('subscriber.tag_added')).toEqual(ids)
  expect(of('subscriber.tag_removed')).toEqual(ids)
})

test('a field gets its Liquid value for each subscriber, computed from the stored value, and an empty one clears it', async () => {
  const { account, ids, act } = await atStep(['Lin', 'Ada'])
  const visits = (await createCustomField(account.ctx, { label: 'Visits' })).value
  const set = (value: string) => act({ type: 'set_field', custom_field_id: visits.id, value })
  await set('{{ subscriber.visits | default: 0 | plus: 1 }}')
  const outcomes = await set('{{ subscriber.visits | plus: 1 }} by {{ subscriber.first_name }} of {{ account.name }}')
  expect(await fieldsOf(account, ids)).toEqual([
    { visits: '2 by Lin of Studio North' },
    { visits: '2 by Ada of Studio North' },
  ])
  expect(outcomes.get(2)).toEqual({ passed: true, data: { value: '2 by Ada of Studio North' } })
  const tag = (await createTag(account.ctx, { name: 'Beta' })).value
  await act({ type: 'add_tag', tag_id: tag.id })
  await set('{% if subscriber.first_name == "Lin" %}{{ subscriber.tags | join: "," }}{% endif %}')
  expect(await fieldsOf(account, ids)).toEqual([{ visits: 'Beta' }, { visits: null }])
})

test('a value gets the form of its field, and one of another type is stored as it is', async () => {
  const { account, ids, act } = await atStep(['12.50', 'Ada'])
  const { id } = (await createTypedField(account.ctx, { label: 'Seats', type: 'number', choices: [] })).value
  await act({ type: 'set_field', custom_field_id: id, value: '{{ subscriber.first_name }}' })
  expect(await fieldsOf(account, ids)).toEqual([{ seats: '12.5' }, { seats: 'Ada' }])
})

test('a value that does not render holds its run and no other', async () => {
  const { account, ids, act } = await atStep(['Lin', 'Ada'])
  const field = (await createCustomField(account.ctx, { label: 'Notes' })).value
  const set = (value: string) => act({ type: 'set_field', custom_field_id: field.id, value })
  const long = `{% if subscriber.first_name == "Ada" %}{% for i in (1..20000) %}x{% endfor %}{% else %}fine{% endif %}`
  const outcomes = await set(long)
  expect(outcomes.get(1)).toEqual({ passed: true, data: { value: 'fine' } })
  expect(outcomes.get(2)).toMatchObject({
    passed: false,
    retry: true,
    problem: expect.stringMatching(/^The value has/),
  })
  expect(await fieldsOf(account, ids)).toEqual([{ notes: 'fine' }, { notes: null }])
  for (const outcome of (await set('{{ oops')).values()) expect(outcome).toMatchObject({ passed: false })
})

test('subscribers join a sequence, also a paused one, and leave it', async () => {
  const { account, ids, act } = await atStep(['Lin', 'Ada'])
  const sequence = await createSequence(account.ctx, { name: 'Course', active: false })
  const enrolled = () =>
    account.ctx.sql.rows('select subscriber_id from enrollment where account_id = $1 and sequence_id = $2 order by 1', [
      sequence.id,
    ])
  await act({ type: 'add_to_sequence', sequence_id: sequence.id })
  expect(await enrolled()).toEqual(ids.map((subscriber_id) => ({ subscriber_id })))
  const again = await act({ type: 'add_to_sequence', sequence_id: sequence.id })
  expect(again.get(1)).toEqual({ passed: true, data: { unchanged: true } })
  expect(await act({ type: 'remove_from_sequence', sequence_id: sequence.id })).toEqual(new Map())
  expect(await enrolled()).toEqual([])
})

test('unsubscribing names the automation as its cause', async () => {
  const { account, ids, act } = await atStep(['Lin'])
  await subscribeTo(account.account_id, ['subscriber.unsubscribed'])
  await act({ type: 'unsubscribe' })
  expect(await getSubscriber(account.ctx, { id: ids[0] as number })).toMatchObject({ state: 'cancelled' })
  const changes = await account.ctx.sql.rows('select cause from state_change where account_id = $1', [])
  expect(changes.at(-1)).toEqual({ cause: 'automation' })
  expect((await takeEvents(account.account_id)).map(({ type }) => type)).toContain('subscriber.unsubscribed')
})

test('a deleted tag, field or sequence holds everyone with a sentence', async () => {
  const { account, act } = await atStep(['Lin', 'Ada'])
  const tag = (await createTag(account.ctx, { name: 'Beta' })).value
  const field = (await createCustomField(account.ctx, { label: 'Notes' })).value
  const sequence = await createSequence(account.ctx, { name: 'Course' })
  await deleteTag(account.ctx, { id: tag.id })
  await deleteCustomField(account.ctx, { id: field.id })
  await deleteSequence(account.ctx, { id: sequence.id })
  const actions: Action[] = [
    { type: 'add_tag', tag_id: tag.id },
    { type: 'remove_tag', tag_id: tag.id },
    { type: 'set_field', custom_field_id: field.id, value: 'x' },
    { type: 'add_to_sequence', sequence_id: sequence.id },
    { type: 'remove_from_sequence', sequence_id: sequence.id },
  ]
  for (const action of actions) {
    const outcomes = [...(await act(action)).values()]
    expect(outcomes).toHaveLength(2)
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ passed: false, retry: false, problem: expect.stringMatching(/was deleted\. /) })
  }
})
