import { expect, test } from 'vitest'
import { statusesOf } from './docs/openapi.ts'
import { routes } from './registry.ts'

/** Contract 19.1 to 19.85. */
const ROWS = `
GET /v4/account any 200
GET /v4/account/colors any 200
PUT /v4/account/colors any 200
GET /v4/account/creator_profile any 200
GET /v4/account/email_stats any 200
GET /v4/account/growth_stats any 200
GET /v4/subscribers any 200
POST /v4/subscribers any 200/201/202
POST /v4/subscribers/filter any 200
GET /v4/subscribers/:id any 200
PUT /v4/subscribers/:id any 200/202
POST /v4/subscribers/:id/unsubscribe any 204
POST /v4/subscribers/:subscriber_id/location any 200
PATCH /v4/subscribers/:subscriber_id/location any 200
DELETE /v4/subscribers/:subscriber_id/location any 204
GET /v4/subscribers/:subscriber_id/stats any 200
GET /v4/subscribers/:subscriber_id/tags any 200
GET /v4/tags any 200
POST /v4/tags any 200/201
PUT /v4/tags/:id any 200
GET /v4/tags/:tag_id/subscribers any 200
POST /v4/tags/:tag_id/subscribers any 200/201
DELETE /v4/tags/:tag_id/subscribers any 204
POST /v4/tags/:tag_id/subscribers/:id any 200/201
DELETE /v4/tags/:tag_id/subscribers/:id any 204
GET /v4/forms any 200
GET /v4/forms/:form_id/subscribers any 200
POST /v4/forms/:form_id/subscribers any 200/201
POST /v4/forms/:form_id/subscribers/:id any 200/201
GET /v4/custom_fields any 200
POST /v4/custom_fields any 200/201
PUT /v4/custom_fields/:id any 200
DELETE /v4/custom_fields/:id any 204
GET /v4/sequences any 200
POST /v4/sequences any 201
GET /v4/sequences/:id any 200
PUT /v4/sequences/:id any 200
DELETE /v4/sequences/:id any 204
GET /v4/sequences/:sequence_id/emails any 200
POST /v4/sequences/:sequence_id/emails any 201
GET /v4/sequences/:sequence_id/emails/:id any 200
PUT /v4/sequences/:sequence_id/emails/:id any 200
DELETE /v4/sequences/:sequence_id/emails/:id any 204
GET /v4/sequences/:sequence_id/subscribers any 200
POST /v4/sequences/:sequence_id/subscribers any 200/201
POST /v4/sequences/:sequence_id/subscribers/:id any 200/201
GET /v4/broadcasts any 200
POST /v4/broadcasts any 201
GET /v4/broadcasts/stats any 200
GET /v4/broadcasts/:broadcast_id/clicks any 200
GET /v4/broadcasts/:broadcast_id/stats any 200
GET /v4/broadcasts/:id any 200
PUT /v4/broadcasts/:id any 200
DELETE /v4/broadcasts/:id any 204
GET /v4/email_templates any 200
GET /v4/posts any 200
GET /v4/posts/:id any 200
GET /v4/segments any 200
GET /v4/snippets any 200
POST /v4/snippets any 201
GET /v4/snippets/:id any 200
PUT /v4/snippets/:id any 200
GET /v4/purchases oauth 200
POST /v4/purchases oauth 201
GET /v4/purchases/:id oauth 200
POST /v4/bulk/custom_fields oauth 200/202
POST /v4/bulk/custom_fields/subscribers oauth 200/202
POST /v4/bulk/forms/subscribers oauth 200/202
POST /v4/bulk/subscribers oauth 200/202
POST /v4/bulk/tags oauth 200/202
DELETE /v4/bulk/tags oauth 200/202
POST /v4/bulk/tags/subscribers oauth 200/202
DELETE /v4/bulk/tags/subscribers oauth 200/202
GET /v4/webhooks any 200
POST /v4/webhooks any 201
DELETE /v4/webhooks/:id any 204
GET /v4/webhook_endpoints any 200
POST /v4/webhook_endpoints any 201
GET /v4/webhook_endpoints/:id any 200
PATCH /v4/webhook_endpoints/:id any 200
DELETE /v4/webhook_endpoints/:id any 204
GET /v4/webhook_endpoints/:id/deliveries any 200
GET /v4/webhook_endpoints/:id/deliveries/:delivery_id any 200
POST /v4/webhook_endpoints/:id/revoke_previous_secret any 200
POST /v4/webhook_endpoints/:id/rotate_secret any 200`

test('every row of the contract exists with its credential and statuses [contract 19]', () => {
  const operations = new Map(
    routes.map((route) => [
      `${route.method.toUpperCase()} ${route.path}`,
      `${route.options.credential} ${statusesOf(route).join('/')}`,
    ]),
  )
  const wanted = ROWS.trim()
    .split('\n')
    .map((row) => row.split(' ') as [string, string, string, string])
  const found = wanted.map(([method, path]) => `${method} ${path} ${operations.get(`${method} ${path}`)}`)
  expect(found).toEqual(wanted.map((row) => row.join(' ')))
})
