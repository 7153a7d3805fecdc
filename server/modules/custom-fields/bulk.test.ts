import { expect, test } from 'vitest'
import { testAccount } from '../../testing/account.ts'
import { api, bearer } from '../../testing/api.ts'
import { subscribeTo, takeEvents } from '../../testing/events.ts'
import { createCustomField } from './service.ts'

test('many fields get unique keys, existing labels are found, and blank ones fail [contract 8.6]', async () => {
  const account = await testAccount()
  const known = (await createCustomField(account.ctx, { label: 'City' })).value
  await subscribeTo(account.account_id, ['custom_field.created'])
  const labels = ['city', 'Shoe size', '', 'Shoe-size', 'shoe size', '鞋', 'City!']
  const body = { custom_fields: [...labels.map((label) => ({ label })), { label: { x: 1 } }] }
  const { status, body: answer } = await api('POST /v4/bulk/custom_fields', bearer(account), body)
  expect(status).toBe(200)
  const [found, ...made] = answer.custom_fields
  expect(found).toEqual({ ...known, created_at: expect.stringMatching(/Z$/) })
  expect(made.map(({ label, key }: { label: string; key: string }) => [label, key])).toEqual([
    ['Shoe size', 'shoe_size'],
    ['Shoe-size', 'shoe_size_2'],
    ['鞋', `field_${made[2].id}`],
    ['City!', 'city_2'],
  ])
  expect(made[1].name).toBe(`service_field_${made[1].id}_shoe_size_2`)
  expect(answer.failures).toEqual([
    { custom_field: { label: '' }, errors: ["Label can't be blank"] },
    { custom_field: { label: null }, errors: ['label must be a string'] },
  ])
  expect((await takeEvents(account.account_id)).map(({ data }) => data.custom_field.key)).toEqual(
    made.map(({ key }: { key: string }) => key),
  )
})

test('a hundred labels with the same key are created together, also by concurrent requests', async () => {
  const account = await testAccount()
  const labels = Array.from({ length: 100 }, (_, i) => ({ label: `Same${'!'.repeat(i + 1)}` }))
  const send = () => api('POST /v4/bulk/custom_fields', bearer(account), { custom_fields: labels })
  const [one, other] = await Promise.all([send(), send()])
  expect(one?.body.custom_fields).toHaveLength(100)
  expect(other?.body.custom_fields).toEqual(one?.body.custom_fields)
  expect(new Set(one?.body.custom_fields.map(({ key }: { key: string }) => key)).size).toBe(100)
})
