import { beforeAll, describe, expect, test } from 'vitest'
import { SCOPES } from '../core/scopes.ts'
import { type TestAccount, testAccount, testApiKey, testToken } from '../testing/account.ts'
import { type AnyShape, api } from '../testing/api.ts'
import { accountWithEverything, type Everything, pathWith } from '../testing/hostile/everything.ts'
import { EXAMPLE_BODIES } from './docs/example-bodies.ts'
import { routes } from './registry.ts'

// Checks every registered operation, so the rules apply to each new route.

let own: TestAccount
let other: Everything
let tokens: { expired: string; without: Record<string, string> }
let document: AnyShape
beforeAll(async () => {
  own = await testAccount({ plan_type: 'creator_pro' })
  other = await accountWithEverything()
  const { account_id, user_id } = own
  const without = SCOPES.map(async (scope) => {
    const scopes = SCOPES.filter((one) => one !== 'public' && one !== scope)
    return [scope, await testToken(account_id, user_id, { scopes })]
  })
  tokens = {
    expired: await testToken(account_id, user_id, { expires_at: new Date(0) }),
    without: Object.fromEntries(await Promise.all(without)),
  }
  document = (await api('GET /v4/openapi.json', null)).body
})

const MISSING = 2_000_000_000

describe.each(routes.map((route) => ({ route, name: `${route.method.toUpperCase()} ${route.path}` })))(
  '$name',
  ({ route, name }) => {
    const method = route.method.toUpperCase()
    const withIds = (id_of: (segment: string) => number | undefined) => `${method} ${pathWith(route.path, id_of)}`
    const anyhow = () => withIds(() => MISSING)

    test('no credential, a bad one, an expired one [S12]', async () => {
      expect(await api(anyhow(), null)).toMatchObject({ status: 401, body: { errors: ['Authentication Failed'] } })
      expect(await api(anyhow(), { api_key: 'bad' })).toMatchObject({
        status: 401,
        body: { errors: ['The access token is invalid'] },
      })
      expect(await api(anyhow(), { token: tokens.expired })).toMatchObject({
        status: 401,
        body: { errors: ['The access token expired'] },
      })
    })

    test('the kind of credential and its scope [S12]', async () => {
      if (route.options.credential === 'oauth') {
        expect(await api(anyhow(), { api_key: await testApiKey(own.account_id) })).toMatchObject({ status: 401 })
      }
      const token = tokens.without[route.options.scope ?? 'public']
      expect(await api(anyhow(), { token })).toMatchObject({ status: 403 })
    })

    if (route.path.includes(':')) {
      test('an id of another account and a missing one get the same answer, whatever the body [S11]', async () => {
        // Limits are counted per app, and each of these tokens has its own.
        const token = await testToken(own.account_id, own.user_id)
        for (const body of [undefined, [], { label: 'x', name: 'x', email_address: 'lin@example.net', subject: 1 }]) {
          const foreign = await api(
            withIds((segment) => other.ids[segment]),
            { token },
            body,
          )
          expect(foreign).toMatchObject({ status: 404, body: { errors: ['Not Found'] } })
          const missing = await api(anyhow(), { token }, body)
          expect(missing).toMatchObject({ status: 404, body: { errors: ['Not Found'] } })
        }
        const malformed = await api(`${method} ${route.path.replace(/:\w+/g, 'abc')}`, { token })
        expect(malformed.status).toBe(404)
      })
    }

    if (route.kind === 'list') {
      test('5, 7: paging parameters are checked, and the page has its shape', async () => {
        // A key reads everything in the account. A new app would not find another app's webhook endpoint.
        const credential =
          route.options.credential === 'oauth'
            ? { token: await testToken(other.account_id, other.user_id) }
            : { api_key: await testApiKey(other.account_id) }
        const path = withIds((segment) => other.ids[segment])
        const asked = EXAMPLE_BODIES[name]
        expect(await api(`${path}?after=nonsense`, credential, asked)).toMatchObject({ status: 422 })
        expect(await api(`${path}?per_page=0`, credential, asked)).toMatchObject({ status: 422 })
        const parameters = 'per_page=1&include_total_count=1&slim=0&after=&before='
        const { status, body } = await api(`${path}?${parameters}`, credential, asked)
        expect(status).toBe(200)
        expect(body[route.options.as as string]).toBeInstanceOf(Array)
        expect(body.pagination).toMatchObject({
          per_page: 1,
          has_previous_page: false,
          total_count: expect.any(Number),
        })
      })
    }

    test('is described in the OpenAPI document', () => {
      const operation = document.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method]
      expect(operation, name).toBeDefined()
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['401', '403', '429', '500']))
      const parameters = (operation.parameters ?? []).map((parameter: { name: string }) => parameter.name)
      expect(parameters).toEqual(expect.arrayContaining(Object.keys(route.options.query?.shape ?? {})))
    })
  },
)
