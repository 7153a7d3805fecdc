import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { subscribeTo, takeEvents } from '../../../testing/events.ts'
import type { State } from '../schema.ts'
import { upsertSubscriber } from '../service.ts'
import { STATES } from '../values-schema.ts'
import { type Cause, changeState, type Transition } from './state.ts'

const EVENTS = [
  'subscriber.activated',
  'subscriber.unsubscribed',
  'subscriber.bounced',
  'subscriber.complained',
] as const

const cases: [Transition, Partial<Record<State, State>>, string | null][] = [
  ['confirm', { inactive: 'active' }, 'subscriber.activated'],
  [
    'unsubscribe',
    { active: 'cancelled', inactive: 'cancelled', bounced: 'cancelled', complained: 'cancelled' },
    'subscriber.unsubscribed',
  ],
  ['bounce', { active: 'bounced' }, 'subscriber.bounced'],
  ['complain', { active: 'complained', inactive: 'complained', bounced: 'complained' }, 'subscriber.complained'],
  ['resubscribe', { cancelled: 'active' }, 'subscriber.activated'],
  ['resubscribe_unconfirmed', { cancelled: 'inactive' }, null],
  ['restore', { bounced: 'active' }, 'subscriber.activated'],
]

test.each(cases)('%s moves %j and no other state [contract 8.2.2]', async (transition, moves, event) => {
  const { ctx, account_id } = await testAccount()
  const subscribers: { id: number; state: State }[] = []
  for (const state of STATES) {
    subscribers.push({
      id: (await upsertSubscriber(ctx, { email_address: `${state}@example.net`, state })).value.id,
      state,
    })
  }
  await subscribeTo(account_id, [...EVENTS])
  const cause: Cause = 'dashboard'
  const moved = await changeState(ctx, { ids: subscribers.map(({ id }) => id), transition, cause })
  const expected = subscribers.filter(({ state }) => moves[state])
  expect(moved.sort()).toEqual(expected.map(({ id }) => id).sort())
  for (const { id, state } of subscribers) {
    const row = await ctx.db.subscriber.findFirstOrThrow({ where: { id } })
    expect(row.state).toBe(moves[state] ?? state)
    expect(row.canceled_at !== null).toBe(row.state === 'cancelled')
    const changes = await ctx.db.stateChange.findMany({
      where: { subscriber_id: id, cause, NOT: { from_state: null } },
    })
    expect(changes.map(({ from_state, to_state }) => [from_state, to_state])).toEqual(
      moves[state] ? [[state, moves[state]]] : [],
    )
  }
  const all = await takeEvents(account_id)
  const events = all.filter(({ type }) => type !== 'subscriber.became_mailable')
  expect(all.length - events.length).toBe(event === 'subscriber.activated' ? 1 : 0)
  expect(events.map(({ type, data }) => [type, data.subscriber.id, data.subscriber.state])).toEqual(
    event ? expected.map(({ id, state }) => [event, id, moves[state]]) : [],
  )
  expect(await changeState(ctx, { ids: moved, transition, cause })).toEqual([])
  expect(await takeEvents(account_id)).toEqual([])
})

test('a client can unsubscribe an address by looking up the ID and posting an empty array [contract 17.28]', async () => {
  const account = await testAccount()
  const { body } = await api('POST /v4/subscribers', key(account), { email_address: 'lin@example.net' })
  const lookup = 'GET /v4/subscribers?email_address=LIN%40example.net&include_total_count=0&per_page=100'
  const found = await api(lookup, key(account))
  expect(found.body.subscribers.map(({ id }: { id: number }) => id)).toEqual([body.subscriber.id])
  expect(await api(`POST /v4/subscribers/${body.subscriber.id}/unsubscribe`, key(account), [])).toMatchObject({
    status: 204,
    body: null,
  })
  expect((await api(lookup, key(account))).body.subscribers).toEqual([])
  const all = await api(`${lookup}&status=all`, key(account))
  expect(all.body.subscribers).toMatchObject([{ state: 'cancelled' }])
})

test('unsubscribing by ID answers 204 without a body, and repeating it changes nothing [contract 17.28]', async () => {
  const account = await testAccount()
  await subscribeTo(account.account_id, ['subscriber.unsubscribed'])
  const { value } = await upsertSubscriber(account.ctx, { email_address: 'lin@example.net', first_name: 'Lin' })
  const unsubscribe = (body?: unknown) => api(`POST /v4/subscribers/${value.id}/unsubscribe`, key(account), body)
  const first = await unsubscribe()
  expect(first).toMatchObject({ status: 204, body: null })
  expect(first.headers.get('content-type')).toBeNull()
  const { subscriber } = (await api(`GET /v4/subscribers/${value.id}`, key(account))).body
  expect(subscriber).toMatchObject({ state: 'cancelled', first_name: 'Lin', canceled_at: expect.any(String) })
  expect((await unsubscribe([])).status).toBe(204)
  const events = await takeEvents(account.account_id)
  expect(events).toMatchObject([{ type: 'subscriber.unsubscribed', data: { subscriber: { id: value.id } } }])
  const again = (await api(`GET /v4/subscribers/${value.id}`, key(account))).body.subscriber
  expect(again.canceled_at).toBe(subscriber.canceled_at)
  expect((await api('POST /v4/subscribers/123456789/unsubscribe', key(account))).status).toBe(404)
})
