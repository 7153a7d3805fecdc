import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { api, bearer } from '../../../testing/api.ts'

test('a filter with the wrong shape answers 422 with the path [S1]', async () => {
  const account = await testAccount()
  const ask = (body: unknown) => api('POST /v4/subscribers/filter', bearer(account), body)
  const refused = async (all: unknown, more: object = {}) => {
    const { status, body } = await ask({ all, ...more })
    expect(status).toBe(422)
    return body.errors
  }
  expect(await refused(undefined)).toEqual(['all is required'])
  expect(await refused([[]])).toEqual(['all[0].type is not a valid filter type'])
  expect(await refused([{ type: 'opens' }, { type: 'closes' }])).toEqual(['all[1].type is not a valid filter type'])
  expect(await refused([{ type: 'opens' }, {}, { type: 'subscriber_state' }])).toEqual([
    'all[1].type is not a valid filter type',
    'all[2].states is required',
  ])
  expect(await refused([{ type: 'subscriber_state', states: ['gone'] }])).toEqual([
    'all[0].states[0] must be one of: active, inactive, bounced, complained, cancelled',
  ])
  expect(await refused([{ type: 'opens', any: [{ type: 'urls', urls: ['x'] }] }])).toEqual([
    'all[0].any[0].type is not a valid filter type',
  ])
  expect(await refused([{ type: 'clicks', any: [{ type: 'urls' }] }])).toEqual(['all[0].any[0] must have urls or ids'])
  expect(await refused([{ type: 'opens', count_greater_than: 1e300 }])).toEqual([
    'all[0].count_greater_than must be an integer',
  ])
  expect(await refused([{ type: 'opens', after: '2026-02-30' }])).toEqual(['all[0].after must be formatted YYYY-MM-DD'])
  expect(
    await refused([{ type: 'custom_field', subscriber_custom_field_id: 1, comparison: 'less_than', value: '1e5' }]),
  ).toEqual(['all[0].value must be a number'])
  expect(await refused([{ type: 'location', latitude: 91, longitude: 0, radius: 1 }])).toEqual([
    'all[0].latitude must be a latitude',
  ])
  expect(await refused(Array(10_000).fill({ type: 'opens' }))).toEqual(['all must contain at most 100 entries'])
  expect(await refused([], { counting_mode: 'twice' })).toEqual(['counting_mode must be one of: raw, unique_email'])
  expect(await refused([], { include: [{ type: 'secrets' }] })).toEqual([
    'include[0].type must be one of: attribution, tags, location, canceled_at, stats, custom_fields',
  ])
  expect(await refused([], { per_page: 0 })).toEqual(['per_page must be between 1 and 1000'])
  const nested = `{"all":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  expect(await ask(nested)).toMatchObject({ status: 413 })
})

test('a filter with a hundred conditions is answered', async () => {
  const account = await testAccount()
  const all = [
    ...Array(40).fill({ type: 'opens', count_greater_than: 0, last_days: 60 }),
    ...Array(40).fill({ type: 'sent', count_less_than: 5 }),
    ...Array(20).fill({ type: 'clicks', any: [{ type: 'urls', urls: ['studio'], matching: 'contains' }] }),
  ]
  const { status, body } = await api('POST /v4/subscribers/filter', bearer(account), { all })
  expect(body.errors ?? status).toBe(200)
  expect(body.subscribers).toEqual([])
})
