import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { unscoped } from '../db/client.ts'
import { testToken } from '../testing/account.ts'
import { api } from '../testing/api.ts'
import { accountWithEverything } from '../testing/hostile/everything.ts'
import { type HostileRequest, hostileRequests } from '../testing/hostile/hostile-requests.ts'
import { routes } from './registry.ts'

/** Each route gets about thirty. `scripts/soak.mjs` sends more. */
const REQUESTS = inject('hostile_requests')
/** A token may send 600 in a minute. */
const PER_TOKEN = 500
/** Requests in parallel, because an error may need two at the same time. */
const PARALLEL = 20
const REFUSALS = [400, 403, 404, 409, 413, 422]

test('hostile requests cause no internal error and show no row of another account [S1, S11, S12]', async () => {
  const own = await accountWithEverything()
  const other = await accountWithEverything()
  const mark = `foreign-${other.account_id}-row`
  await markRows(other.account_id, mark)
  const cursors = await someCursors(own.token)
  const declared = await declaredStatuses()
  let [sent, token] = [0, '']
  async function send({ operation, body }: HostileRequest): Promise<void> {
    const answer = await api(operation, { token }, body)
    const text = JSON.stringify(answer.body)
    expect(text).not.toContain(mark)
    expect(declared(operation), `${operation} ${text}`).toContain(answer.status)
    if (answer.status < 300) return
    expect(REFUSALS, text).toContain(answer.status)
    expect(answer.body).toEqual({
      errors: expect.arrayContaining([expect.any(String)]),
      documentation_url: expect.stringContaining('/docs'),
    })
  }
  const requests = fc.array(hostileRequests(routes, [own.ids, other.ids], cursors), {
    minLength: PARALLEL,
    maxLength: PARALLEL,
  })
  const property = fc.asyncProperty(requests, async (batch) => {
    if (sent % PER_TOKEN === 0) token = await testToken(own.account_id, own.user_id)
    sent += batch.length
    await Promise.all(batch.map(send))
  })
  await fc.assert(property, { numRuns: REQUESTS / PARALLEL, endOnFailure: true })
  expect(sent).toBe(REQUESTS)
  expect(await countMarked(other.account_id, mark)).toBeGreaterThan(0)
})

/** Returns which statuses the OpenAPI document declares for a request. One to a path that is unknown has none but 404. */
async function declaredStatuses(): Promise<(operation: string) => number[]> {
  const { body } = await api('GET /v4/openapi.json', null)
  const paths = body.paths as Record<string, Record<string, { responses: Record<string, unknown> }>>
  return (operation) => {
    const [method = '', url = ''] = operation.split(' ')
    const parts = new URL(url, 'http://envoi.test').pathname.split('/')
    const known = Object.keys(paths).filter((path) => isPath(path.split('/'), parts))
    // A path without ids takes precedence.
    const [first = ''] = known.sort((a, b) => a.split('{').length - b.split('{').length)
    const responses = paths[first]?.[method.toLowerCase()]?.responses ?? { 404: {} }
    return Object.keys(responses).map(Number)
  }
}

const isPath = (known: readonly string[], given: readonly string[]) =>
  known.length === given.length && known.every((part, at) => part === given[at] || (part.startsWith('{') && given[at]))

/** Marks every text of the other account that a list could show. */
async function markRows(account_id: number, mark: string): Promise<void> {
  const db = unscoped()
  const where = { account_id }
  await Promise.all([
    db.subscriber.updateMany({ where, data: { first_name: mark, email_address: `${mark}@example.net` } }),
    db.tag.updateMany({ where, data: { name: mark } }),
    db.customField.updateMany({ where, data: { label: mark, key: mark } }),
    db.broadcast.updateMany({ where, data: { subject: mark } }),
    db.form.updateMany({ where, data: { name: mark } }),
    db.sequence.updateMany({ where, data: { name: mark } }),
    db.sequenceEmail.updateMany({ where, data: { subject: mark } }),
    db.subscriberNote.updateMany({ where, data: { text: mark } }),
    db.invitation.updateMany({ where, data: { email: `${mark}@example.net` } }),
    db.apiKey.updateMany({ where, data: { name: mark } }),
    db.bounceWave.updateMany({ where, data: { sample: mark } }),
    db.recommendation.updateMany({ where, data: { note: mark } }),
    db.snippet.updateMany({ where, data: { name: mark, content: mark } }),
    db.emailTemplate.updateMany({ where, data: { name: mark } }),
    db.segment.updateMany({ where, data: { name: mark } }),
    db.suppression.updateMany({ where, data: { email_address: `${mark}@example.net` } }),
    db.tagMerge.updateMany({ where, data: { from_name: mark } }),
    db.sendingDomain.updateMany({ where, data: { domain: `${mark}.example` } }),
    db.sendingAddress.updateMany({ where: { ...where, is_default: false }, data: { from_name: mark } }),
    db.accountProduct.updateMany({ where, data: { name: mark } }),
    db.revision.updateMany({ where, data: { title: mark } }),
    db.mediaPicture.updateMany({ where, data: { name: mark } }),
    db.post.updateMany({ where, data: { title: mark } }),
    db.purchase.updateMany({ where, data: { transaction_id: mark, email_address: `${mark}@example.net` } }),
    db.creatorProfile.updateMany({ where, data: { name: mark } }),
  ])
}

const countMarked = (account_id: number, mark: string) => unscoped().tag.count({ where: { account_id, name: mark } })

/** Returns real cursors, to send them to other lists. */
async function someCursors(token: string): Promise<string[]> {
  const answers = await Promise.all(
    ['subscribers', 'tags', 'broadcasts', 'custom_fields'].map((list) => api(`GET /v4/${list}?per_page=1`, { token })),
  )
  return answers.map(({ body }) => body.pagination.end_cursor).filter((cursor) => cursor !== null)
}
