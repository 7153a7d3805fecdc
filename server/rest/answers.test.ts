import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { unscoped } from '../db/client.ts'
import { testApiKey, testToken } from '../testing/account.ts'
import { api } from '../testing/api.ts'
import { accountWithEverything, type Everything, pathWith } from '../testing/hostile/everything.ts'
import { EXAMPLE_BODIES } from '../testing/hostile/example-bodies.ts'
import { answerSchema, statusesOf } from './docs/openapi.ts'
import { routes } from './registry.ts'
import { takeRequest } from './request/rate-limit.ts'

// Calls every registered operation with valid and then with invalid requests.

/** A route of old clients that always answers 404 (contract 8.7.6). */
const ALWAYS_MISSING = 'POST /v4/landing_pages/:landing_page_id/subscribers/:id'

let shared: Everything
beforeAll(async () => {
  shared = await accountWithEverything()
})

describe.each(routes.map((route) => ({ route, name: `${route.method.toUpperCase()} ${route.path}` })))(
  '$name',
  ({ route, name }) => {
    const statuses = name === ALWAYS_MISSING ? [] : statusesOf(route)
    const method = route.method.toUpperCase()
    const pathIn = ({ ids }: Everything) => `${method} ${pathWith(route.path, (segment) => ids[segment])}`

    if (statuses.length > 0) {
      test('answers with a documented status and exactly the members of its schema', async () => {
        const own = await accountWithEverything()
        if (route.options.body || route.kind === 'bulk')
          expect(EXAMPLE_BODIES, 'an example of a body').toHaveProperty([name])
        const { status, body } = await api(pathIn(own), own, EXAMPLE_BODIES[name])
        expect(statuses, JSON.stringify(body)).toContain(status)
        expect(status === 204 ? body : answerSchema(route).parse(body)).toEqual(body)
      })
    }

    test('refuses input that does not match its schema, and names the field', async () => {
      const [path, { token }] = [pathIn(shared), shared]
      const body = route.options.body && (z.toJSONSchema(route.options.body, LOOSE) as Schema)
      if (body?.required?.length) {
        const refused = await api(path, { token }, {})
        expect(refused).toMatchObject({ status: 422, body: { errors: expect.arrayContaining([expect.any(String)]) } })
      }
      const query = route.options.query && (z.toJSONSchema(route.options.query, LOOSE) as Schema)
      for (const [parameter, { enum: options }] of Object.entries(query?.properties ?? {})) {
        if (!options) continue
        const refused = await api(`${path}?${parameter}=no-such-thing`, { token })
        expect(refused, parameter).toMatchObject({ status: 422 })
        expect(refused.body.errors.join(), parameter).toContain(parameter.split('_')[0])
      }
    })

    test('429: a credential that has used up its minute', async () => {
      const { account_id, user_id } = shared
      const isOauth = route.options.credential === 'oauth'
      const credential = isOauth
        ? { token: await testToken(account_id, user_id) }
        : { api_key: await testApiKey(account_id) }
      await exhaust(isOauth ? 'oauth' : 'api_key', account_id)
      const refused = await api(pathIn(shared), credential, EXAMPLE_BODIES[name])
      expect(refused).toMatchObject({ status: 429, body: { errors: ['Retry later'] } })
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    })
  },
)

const LOOSE = { unrepresentable: 'any', io: 'input' } as const
interface Schema {
  required?: string[]
  properties?: Record<string, { enum?: unknown[] }>
}

/** Uses up the rate limit of the last credential without sending requests. */
async function exhaust(kind: 'api_key' | 'oauth', account_id: number): Promise<void> {
  const newest = { where: { account_id }, orderBy: { id: 'desc' } } as const
  const counted_as =
    kind === 'oauth'
      ? `app:${account_id}:${(await unscoped().installation.findFirst(newest))?.app_id}`
      : `api_key:${(await unscoped().apiKey.findFirst(newest))?.id}`
  while ((await takeRequest(kind, counted_as, Date.now())).retry_after === undefined);
}
