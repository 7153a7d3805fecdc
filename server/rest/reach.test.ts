import { expect, test } from 'vitest'
import { testAccount } from '../testing/account.ts'
import { api, bearer } from '../testing/api.ts'
import { routes } from './registry.ts'

const REFUSED = ['dry_run is not supported by this request. Nothing was changed']

test('every request that writes refuses a dry run it does not know, in its body and in its query [contract 21.6]', async () => {
  const account = await testAccount()
  for (const { method, path, options } of routes.filter(({ method }) => method !== 'get')) {
    const place = path.replace(/:\w+/g, '1')
    const answers = [await api(`${method.toUpperCase()} ${place}?dry_run=true`, bearer(account), {})]
    if (!options.reaches)
      answers.push(await api(`${method.toUpperCase()} ${place}`, bearer(account), { dry_run: true }))
    for (const { status, body } of answers) {
      if (options.subject && status === 404) continue
      expect([status, body.errors], `${method} ${path}`).toEqual([422, REFUSED])
    }
  }
})

test('a refused dry run changes nothing, wherever it stands [contract 21.6]', async () => {
  const account = await testAccount()
  const ask = (place: string, body: unknown) => api(place, bearer(account), body)
  const { tag } = (await ask('POST /v4/tags', { name: 'Guests', dry_run: false, expected_recipients: null })).body
  const refused = [
    await ask(`DELETE /v4/tags/${tag.id}`, { dry_run: 1 }),
    await ask('POST /v4/bulk/tags', { tags: [{ name: 'New' }], dry_run: true }),
    await ask('POST /v4/purchases', { purchase: { email_address: 'greta@example.com' }, dry_run: 'true' }),
    await ask('POST /v4/purchases', { purchase: { email_address: 'greta@example.com', dry_run: 'yes' } }),
  ]
  expect(refused.map(({ status, body }) => [status, body.errors])).toEqual(refused.map(() => [422, REFUSED]))
  const expected = await ask(`PUT /v4/tags/${tag.id}`, { name: 'Members', expected_recipients: 4 })
  expect(expected.body.errors).toEqual(['expected_recipients is not supported by this request. Nothing was changed'])
  expect(await account.ctx.db.tag.findMany({ select: { name: true } })).toEqual([{ name: 'Guests' }])
  expect(await account.ctx.db.purchase.count()).toBe(0)
})
