import { beforeAll, expect, test } from 'vitest'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { previewSegment } from '../../segments/service.ts'
import { listPlaces } from '../list/places.ts'
import { SegmentFilter } from '../segment-filter-schema.ts'

let account: TestAccount

beforeAll(async () => {
  account = await testAccount()
  const { account_id, ctx } = account
  await ctx.db.subscriber.createMany({
    data: [
      { first_name: 'ada', country: 'NO', city: 'Oslo', latitude: 59.9139, longitude: 10.7522 },
      { first_name: 'bo', country: 'SE', city: 'Gothenburg', latitude: 57.7089, longitude: 11.9746 },
      // On either side of the date line, 40 km from each other.
      { first_name: 'cy', city: 'Vanua', latitude: -16.5, longitude: 179.8 },
      { first_name: 'di', city: 'Rabi', latitude: -16.5, longitude: -179.83 },
      { first_name: 'ed' },
    ].map((one) => ({ ...one, account_id, email_address: `${one.first_name}@example.net` })),
  })
})

async function only(condition: object): Promise<string[]> {
  const definition = SegmentFilter.parse({ conditions: [condition] })
  const { subscribers } = await previewSegment(account.ctx, { definition })
  return subscribers.map(({ first_name }) => first_name ?? '').sort()
}

test('distance is measured along the surface, across the date line too', async () => {
  const oslo = { type: 'distance', latitude: 59.9139, longitude: 10.7522 }
  // Gothenburg is 254 km from Oslo, 158 miles.
  expect(await only({ ...oslo, within: 250 })).toEqual(['ada'])
  expect(await only({ ...oslo, within: 257, unit: 'km' })).toEqual(['ada', 'bo'])
  expect(await only({ ...oslo, within: 150, unit: 'mi' })).toEqual(['ada'])
  expect(await only({ ...oslo, within: 160, unit: 'mi' })).toEqual(['ada', 'bo'])
  expect(await only({ type: 'distance', latitude: -16.5, longitude: 180, within: 30 })).toEqual(['cy', 'di'])
  expect(await only({ type: 'distance', latitude: -16.5, longitude: 180, within: 20 })).toEqual(['di'])
  expect(await only({ type: 'distance', latitude: 0, longitude: 0, within: 25_000 })).toHaveLength(4)
})

test('the opposite of a distance has those without a location, and a wrong one is refused', async () => {
  const oslo = { type: 'distance', latitude: 59.9139, longitude: 10.7522 }
  expect(await only({ type: 'not', condition: { ...oslo, within: 257 } })).toEqual(['cy', 'di', 'ed'])
  expect(SegmentFilter.safeParse({ conditions: [{ ...oslo, within: 0 }] }).success).toBe(false)
  expect(SegmentFilter.safeParse({ conditions: [{ ...oslo, within: 5, unit: 'feet' }] }).success).toBe(false)
})

test('places are the cities of subscribers', async () => {
  const places = await listPlaces(account.ctx)
  expect(places.map(({ city }) => city)).toEqual(['Gothenburg', 'Oslo', 'Rabi', 'Vanua'])
  expect(places[1]).toMatchObject({ country: 'NO', latitude: 59.9139, longitude: 10.7522, subscribers: 1 })
})
