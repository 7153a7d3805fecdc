import { expect, test } from 'vitest'
import { forgetCredentials } from '../core/credential.ts'
import { upsertSubscriber } from '../modules/subscribers/service.ts'
import { createTag } from '../modules/tags/service.ts'
import { testAccount } from '../testing/account.ts'
import { api, key } from '../testing/api.ts'
import { logStatements } from '../testing/database/statement-log.ts'
import { subscribeTo, takeEvents } from '../testing/events.ts'

const log = logStatements()

async function subscribed(options?: Parameters<typeof testAccount>[0]) {
  const account = await testAccount(options)
  const { id } = (await upsertSubscriber(account.ctx, { email_address: 'lin@example.net' })).value
  const { value: tag } = await createTag(account.ctx, { name: 'Beta' })
  const ask = async (operation: string, body: unknown) => {
    forgetCredentials()
    expect((await api(operation, key(account), body)).status).toBeLessThan(300)
  }

  /** Returns the statements of a request after the look-up of its credential, one list per round trip. */
  async function tripsOf(operation: string, body: (n: number) => unknown = () => undefined, before = async () => {}) {
    for (let time = 0; time < 3; time++) {
      await before()
      await ask(operation, body(time))
    }
    await before()
    const [look_up, ...trips] = await log.record(() => ask(operation, body(3)))
    expect(look_up).toEqual([{ name: expect.stringMatching(/./), text: expect.stringContaining('from api_key') }])
    // The plans are read once in a process, and again when it begins to listen for changes.
    const of_request = trips.filter((trip) => !trip.every(({ text }) => text.includes('from plan p')))
    return of_request.map((trip) => trip.map(({ name, text }) => `${name ? '' : 'unprepared '}${written(text)}`))
  }
  return { account, id, tag, tripsOf }
}

/** Returns the tables that a statement writes, without tables of events, which a function writes. */
const written = (text: string) =>
  [...text.matchAll(/\b(?:insert into|update|delete from) (\w+)/g)].map(([, name]) => name).join(', ')

const newAddress = (n: number) => ({ email_address: `p${n}@example.net`, first_name: 'Lin' })

test('a create takes one prepared statement, whether or not the plan has a limit', async () => {
  for (const subscriber_limit of [null, 100]) {
    const { tripsOf } = await subscribed({ subscriber_limit })
    expect(await tripsOf('POST /v4/subscribers', newAddress)).toEqual([['subscriber, state_change, consent']])
  }
})

test('an upsert of a known address takes two prepared statements', async () => {
  const { tripsOf } = await subscribed()
  const body = (n: number) => ({ email_address: 'lin@example.net', first_name: `Lin ${n}` })
  expect(await tripsOf('POST /v4/subscribers', body)).toEqual([['subscriber, state_change, consent'], ['subscriber']])
})

test('an update takes one prepared statement, with or without values of custom fields', async () => {
  const { account, id, tripsOf } = await subscribed()
  await api('POST /v4/custom_fields', key(account), { label: 'City' })
  const put = `PUT /v4/subscribers/${id}`
  expect(await tripsOf(put, (n: number) => ({ first_name: `Lin ${n}` }))).toEqual([['subscriber']])
  const value = (n: number) => ({ fields: { city: `Oslo ${n}` } })
  expect(await tripsOf(put, value)).toEqual([['subscriber, subscriber_change']])
})

test('an update that changes nothing takes two prepared statements', async () => {
  const { id, tripsOf } = await subscribed()
  const nothing = () => ({ first_name: null })
  expect(await tripsOf(`PUT /v4/subscribers/${id}`, nothing)).toEqual([['subscriber'], ['subscriber']])
})

test('tagging and untagging take one prepared statement each, by id and by address', async () => {
  const { id, tag, tripsOf } = await subscribed()
  const path = `/v4/tags/${tag.id}/subscribers`
  const by_address = () => ({ email_address: 'lin@example.net' })
  expect(await tripsOf(`POST ${path}/${id}`)).toEqual([['tagging']])
  expect(await tripsOf(`POST ${path}`, by_address)).toEqual([['tagging']])
  expect(await tripsOf(`DELETE ${path}/${id}`)).toEqual([['tagging, subscriber_change']])
  expect(await tripsOf(`DELETE ${path}`, by_address)).toEqual([['tagging, subscriber_change']])
})

test('an unsubscribe takes one prepared statement', async () => {
  const { id, tripsOf } = await subscribed()
  expect(await tripsOf(`POST /v4/subscribers/${id}/unsubscribe`)).toEqual([['subscriber, state_change']])
})

test('a webhook that is subscribed to the event of a write adds no round trip', async () => {
  const { account, id, tag, tripsOf } = await subscribed()
  await subscribeTo(account.account_id, [
    'subscriber.created',
    'subscriber.activated',
    'subscriber.tag_added',
    'subscriber.tag_removed',
  ])
  expect(await tripsOf('POST /v4/subscribers', newAddress)).toHaveLength(1)
  const path = `/v4/tags/${tag.id}/subscribers/${id}`
  const untag = async () => expect((await api(`DELETE ${path}`, key(account))).status).toBe(204)
  expect(await tripsOf(`POST ${path}`, undefined, untag)).toHaveLength(1)
  expect((await takeEvents(account.account_id)).map(({ type }) => type)).toEqual([
    ...Array.from({ length: 4 }, () => ['subscriber.created', 'subscriber.activated']).flat(),
    'subscriber.tag_added',
    ...Array.from({ length: 3 }, () => ['subscriber.tag_removed', 'subscriber.tag_added']).flat(),
  ])
})
