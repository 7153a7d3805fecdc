import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'

const BERGEN = {
  city: 'Bergen',
  state_province: 'Vestland',
  country_code: 'NO',
  latitude: 60.39,
  longitude: 5.32,
  timezone: 'Europe/Oslo',
}

async function accountWithSubscriber(data: object = {}) {
  const account = await testAccount()
  const { account_id } = account
  const { id } = await unscoped().subscriber.create({
    data: { account_id, email_address: 'lin@example.net', updated_at: new Date('2026-01-01'), ...data },
  })
  const path = `/v4/subscribers/${id}/location`
  const call = (method: string, location?: unknown) =>
    api(`${method} ${path}`, key(account), location === undefined ? undefined : { location })
  const read = async () => (await api(`GET /v4/subscribers/${id}`, key(account))).body.subscriber.location
  return { account, id: Number(id), path, call, read }
}

test('a pinned location has the names of requests when written and those of answers when read', async () => {
  const { account, id, call, read } = await accountWithSubscriber()
  const { status, body } = await call('POST', BERGEN)
  expect({ status, body }).toEqual({ status: 200, body: { subscriber: { id, location: BERGEN } } })
  const { state_province: state, country_code: country, ...same } = BERGEN
  expect(await read()).toEqual({ ...same, state, country })
  const changed = await api('GET /v4/subscribers?updated_after=2026-01-02', key(account))
  expect(changed.body.subscribers).toHaveLength(1)
})

test('POST and PATCH replace the whole pinned location; numbers can be text, codes lower case', async () => {
  const { id, call } = await accountWithSubscriber()
  await call('POST', BERGEN)
  const lima = { ...BERGEN, city: ' Lima ', country_code: 'pe', latitude: '-12.05', timezone: 'America/Lima' }
  for (const method of ['PATCH', 'POST'])
    expect(await call(method, lima)).toMatchObject({
      status: 200,
      body: { subscriber: { id, location: { city: 'Lima', country_code: 'PE', latitude: -12.05 } } },
    })
})

test('every missing member of a location has its own error', async () => {
  const { path, account, call } = await accountWithSubscriber()
  const missing = [
    "City can't be blank",
    "State province can't be blank",
    "Country code can't be blank",
    "Latitude can't be blank",
    "Longitude can't be blank",
    "Timezone can't be blank",
  ]
  for (const body of [[], {}, { location: null }, { location: [] }, { location: 'Bergen' }, undefined])
    for (const method of ['POST', 'PATCH'])
      expect(await api(`${method} ${path}`, key(account), body)).toMatchObject({
        status: 422,
        body: { errors: missing },
      })
  const { country_code: _, ...without } = BERGEN
  expect((await call('PATCH', without)).body.errors).toEqual(["Country code can't be blank"])
  expect((await call('POST', { ...BERGEN, country_code: ' ' })).body.errors).toEqual(["Country code can't be blank"])
})

test('invalid members of a location are refused', async () => {
  const { call, read } = await accountWithSubscriber()
  const cases: [object, string][] = [
    [{ country_code: 'Norway' }, 'Country code is not an ISO 3166-1 alpha-2 code'],
    [{ country_code: 'XX' }, 'Country code is not an ISO 3166-1 alpha-2 code'],
    [{ latitude: 90.01 }, 'Latitude must be between -90 and 90'],
    [{ latitude: 'north' }, 'Latitude is not a number'],
    [{ longitude: -181 }, 'Longitude must be between -180 and 180'],
    [{ longitude: {} }, 'Longitude is not a number'],
    [{ timezone: 'Mars/Olympus' }, 'Timezone is not a valid time zone'],
    [{ timezone: '+01:00' }, 'Timezone is not a valid time zone'],
    [{ city: 'x'.repeat(256) }, 'City is too long'],
  ]
  for (const [member, error] of cases)
    expect(await call('POST', { ...BERGEN, ...member })).toMatchObject({ status: 422, body: { errors: [error] } })
  expect((await read()).city).toBeNull()
})

test('unpinning removes the pinned location; without one it answers 204 and keeps an inferred location', async () => {
  const { call, read } = await accountWithSubscriber()
  await call('POST', BERGEN)
  expect((await call('DELETE')).status).toBe(204)
  expect(await read()).toEqual({
    city: null,
    state: null,
    country: null,
    latitude: null,
    longitude: null,
    timezone: null,
  })
  const inferred = await accountWithSubscriber({ city: 'Oslo', country: 'NO' })
  expect((await inferred.call('DELETE')).status).toBe(204)
  expect(await inferred.read()).toMatchObject({ city: 'Oslo', country: 'NO' })
})
