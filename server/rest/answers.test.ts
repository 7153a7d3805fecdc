import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { unscoped } from '../db/client.ts'
import { testApiKey, testToken } from '../testing/account.ts'
import { api } from '../testing/api.ts'
import { accountWithEverything, type Everything, pathWith } from '../testing/hostile/everything.ts'
import { EXAMPLE_BODIES } from './docs/example-bodies.ts'
import { answerSchema, statusesOf } from './docs/openapi.ts'
import { routes } from './registry.ts'
import { takeRequest } from './request/rate-limit.ts'

// Calls every registered operation with valid and then with invalid requests.

/**
 * A route of old clients that always answers 404 (contract 8.7.6), a server that does not exist, an image and an export without a file, and
 * what an import that did not start, a draft, and an automation without versions and subscribers refuse. What needs a record that it does
 * not have: two tags, a merge that can be undone, a confirmed address, a domain, a bounced subscriber, a deleted note, a form with a file or a test, a shop’s product.
 */
const REFUSED = [
  'POST /v4/landing_pages/:landing_page_id/subscribers/:id',
  'PUT /v4/forms/:id/file',
  'DELETE /v4/forms/:id/file',
  'POST /v4/forms/:id/end_test',
  'POST /v4/landing_pages/:id/revisions/:revision_id/restore',
  'PUT /v4/products/:id/sold_as',
  'DELETE /v4/checkouts',
  'POST /v4/automation_templates/adopt',
  ...['GET', 'POST'].map((method) => `${method} /v4/automations/:automation_id/template/update`),
  'POST /v4/images',
  'POST /v4/images/:id/crop',
  'POST /v4/exports/:id/link',
  ...['pieces', 'resume', 'stop', 'undo'].map((change) => `POST /v4/imports/:id/${change}`),
  ...['cancel', 'pause', 'release', 'reopen', 'resend', 'resume', 'send_to_new'].map(
    (change) => `POST /v4/broadcasts/:id/${change}`,
  ),
  'POST /v4/notes/restore',
  'POST /v4/subscribers/:id/restore',
  'POST /v4/posts/:id/restore',
  'POST /v4/snippets/:id/restore',
  'POST /v4/site/domain/check',
  'POST /v4/recommendations',
  'POST /v4/sending_health/resume',
  'POST /v4/tag_merges',
  'POST /v4/tag_merges/preview',
  'POST /v4/tag_merges/:id/undo',
  'POST /v4/sending_addresses/:id/make_default',
  'GET /v4/revisions',
  'GET /v4/broadcasts/:id/why',
  ...['PUT', 'DELETE'].map((method) => `${method} /v4/broadcasts/:id/versions/:version`),
  ...['repair', 'restore', 'test', 'unconfirmed'].map((change) => `POST /v4/broadcasts/:id/${change}`),
  'GET /v4/comments',
  'POST /v4/comments',
  'POST /v4/comments/read',
  ...[
    'automations',
    'broadcasts',
    'comments',
    'custom_fields',
    'email_templates',
    'form_files',
    'form_tests',
    'images',
    'posts',
    'segments',
    'sequences',
    'tags',
  ].map((noun) => `POST /v4/${noun}/deletions/:id/undo`),
  ...['GET', 'DELETE'].map((method) => `${method} /v4/caught_mail/:id`),
  'DELETE /v4/installations/:installation_id',
  ...['bulk_actions', 'bulk_requests'].flatMap((noun) => [`GET /v4/${noun}/:id`, `POST /v4/${noun}/:id/cancel`]),
  'POST /v4/bulk_actions/:id/undo',
  ...['/draft/publish', '/restore', '/test'].map((change) => `POST /v4/sequences/:sequence_id/emails/:id${change}`),
  ...['detach', 'pause', 'publish', 'resume', 'runs/move', 'subscribers'].map(
    (change) => `POST /v4/automations/:id/${change}`,
  ),
  ...['restore', 'test'].map((change) => `POST /v4/automation_emails/:id/${change}`),
  'POST /v4/automations/:id/tasks/:task_id/cancel',
  'GET /v4/automations/:id/versions/:version',
  ...['GET', 'POST'].map((method) => `${method} /v4/automations/:id/versions/:from_version/migration`),
  'GET /v4/automation_runs/:run_id',
  'GET /v4/automation_dry_runs/:id/subscribers',
  'GET /v4/automation_dry_runs/:id/subscribers/:subscriber_id',
  'GET /v4/broadcasts/:id/progress',
  'GET /v4/broadcasts/:id/proof',
]

let shared: Everything
/** A token and an API key of that account, with what their requests are counted as. */
let limited: { oauth: Limited; api_key: Limited }
interface Limited {
  credential: { token: string } | { api_key: string }
  counted_as: string
}
beforeAll(async () => {
  shared = await accountWithEverything()
  const { account_id, user_id } = shared
  const newest = { where: { account_id }, orderBy: { id: 'desc' } } as const
  const token = await testToken(account_id, user_id)
  const api_key = await testApiKey(account_id)
  const { app_id } = await unscoped().installation.findFirstOrThrow(newest)
  const { id } = await unscoped().apiKey.findFirstOrThrow(newest)
  limited = {
    oauth: { credential: { token }, counted_as: `app:${account_id}:${app_id}` },
    api_key: { credential: { api_key }, counted_as: `api_key:${id}` },
  }
})

describe.each(routes.map((route) => ({ route, name: `${route.method.toUpperCase()} ${route.path}` })))(
  '$name',
  ({ route, name }) => {
    const statuses = REFUSED.includes(name) ? [] : statusesOf(route)
    const method = route.method.toUpperCase()
    const pathIn = ({ ids }: Everything) => `${method} ${pathWith(route.path, (segment) => ids[segment])}`

    if (statuses.length > 0) {
      test('answers with a documented status and exactly the members of its schema', async () => {
        // Reads share an account, since they change nothing.
        const own = method === 'GET' ? shared : await accountWithEverything()
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
      const kind = route.options.credential === 'oauth' ? 'oauth' : 'api_key'
      const { credential, counted_as } = limited[kind]
      const requestOnceUsedUp = async () => {
        while ((await takeRequest(kind, counted_as, Date.now())).retry_after === undefined);
        return api(pathIn(shared), credential, EXAMPLE_BODIES[name])
      }
      const first = await requestOnceUsedUp()
      // The minute of the requests that used it up may end before this one.
      const refused = first.status === 429 ? first : await requestOnceUsedUp()
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
