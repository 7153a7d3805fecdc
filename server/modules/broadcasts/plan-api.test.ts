import { expect, test } from 'vitest'
import { testAccount, testToken } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { createTag } from '../tags/service.ts'

const STAGED = { kind: 'staged', first: { percent: 20 }, wait_minutes: 120, limits: null, test: null }

async function draft() {
  const account = await testAccount()
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  const { id } = (await ask('POST /v4/broadcasts', { subject: 'March', content: '<p>Hello</p>' })).body.broadcast
  return { account, ask, id: id as number, path: `/v4/broadcasts/${id}` }
}

test('a program plans a broadcast, compares versions and predicts its sending [contract 21.11]', async () => {
  const { ask, path } = await draft()
  expect((await ask(`GET ${path}/plan`)).body.plan).toEqual({ plan: null, versions: [], text_versions: [] })
  const test = { metric: 'clicks', when_unclear: 'ahead' }
  const planned = await ask(`PUT ${path}/plan`, { plan: { ...STAGED, test } })
  expect(planned.body.plan.plan).toEqual({ ...STAGED, test })
  expect((await ask(`POST ${path}/versions`)).body.plan.versions).toMatchObject([{ subject: null }])
  const changed = await ask(`PUT ${path}/versions/2`, { subject: 'Spring' })
  expect(changed.body.plan.versions).toMatchObject([{ subject: 'Spring', content: null }])
  expect((await ask(`PUT ${path}/versions/3`, { subject: 'x' })).status).toBe(404)
  expect((await ask(`PUT ${path}/versions/2`, { subject: 'x', replaces: 'a.b.c' })).status).toBe(409)
  expect((await ask(`DELETE ${path}/versions/2`)).body.plan.versions).toEqual([])
  const predicted = await ask(`POST ${path}/plan/preview`, { plan: { kind: 'spread', hours: 6 } })
  expect(predicted.body.prediction).toMatchObject({ audience: 0, problems: expect.any(Array) })
  expect((await ask(`PUT ${path}/plan`, { plan: { kind: 'spread', hours: 90 } })).body.errors).toEqual([
    'plan.hours: Use at most 72 hours',
  ])
  expect((await ask(`GET ${path}/stages`)).body.stages).toMatchObject({ first: 0, rest: 0, outcome: null })
})

test('a program excludes subscribers, restores an earlier text and asks why [contract 21.11]', async () => {
  const { account, ask, path, id } = await draft()
  const { value: tag } = await createTag(account.ctx, { name: 'Buyer' })
  const excluded = [{ type: 'tag', ids: [tag.id] }]
  const settings = { excluded, tracking_disabled: true, reply_to_address: null }
  expect((await ask(`PUT ${path}/settings`, { excluded, tracking_disabled: true })).body).toEqual({ settings })
  expect((await ask(`GET ${path}/settings`)).body).toEqual({ settings })
  expect((await ask(`PUT ${path}/settings`, { excluded: 5 })).status).toBe(422)
  await ask(`PUT ${path}`, { subject: 'April' })
  const { revisions } = (await ask(`GET /v4/revisions?kind=broadcast&item_id=${id}`)).body
  const restored = await ask(`POST ${path}/restore`, { revision_id: revisions.at(-1).id })
  expect(restored.body.broadcast.subject).toBe(revisions.at(-1).title)
  expect((await ask(`GET ${path}/why?email_address=bo@example.net`)).body.why).toMatchObject({ got: 'no' })
  expect((await ask(`GET ${path}/why`)).body.errors).toEqual(['email_address: Enter an email address'])
  expect((await ask(`POST ${path}/repair`, { subject: 'x' })).status).toBe(422)
  expect((await ask(`POST ${path}/unconfirmed`, { choice: 'sent' })).status).toBe(409)
  const other = key(await testAccount())
  for (const operation of [
    'GET plan',
    'GET stages',
    'GET settings',
    'GET why?subscriber_id=1',
    'PUT plan',
    'POST versions',
  ]) {
    const [method, rest] = operation.split(' ')
    expect((await api(`${method} ${path}/${rest}`, other, {})).status, operation).toBe(404)
  }
})

test('repairing, deciding on messages and testing a broadcast need sending:write [contract 2.3]', async () => {
  const { account, path } = await draft()
  const statusOf = async (scope: string, change: string, body: object) => {
    const token = await testToken(account.account_id, account.user_id, { scopes: [scope] })
    return (await api(`POST ${path}/${change}`, { token }, body)).status
  }
  for (const change of ['repair', 'unconfirmed', 'test']) expect(await statusOf('write', change, {}), change).toBe(403)
  expect(await statusOf('sending:write', 'test', { email_addresses: ['no address'] })).toBe(422)
})
