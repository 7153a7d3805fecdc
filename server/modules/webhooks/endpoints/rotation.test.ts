import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { signatureOf } from '../../../lib/crypto/signature.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, bearer, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { testWebhooks } from '../../../testing/modules/webhooks.ts'

const { receiver, settle, pass } = testWebhooks()
const HOUR = 3_600_000

test('the current secret signs first, the previous one for 24 hours, and replaced or revoked ones not at all [W9, W2]', async () => {
  const account = await testAccount()
  const server = await receiver()
  const made = await api('POST /v4/webhook_endpoints', key(account), { url: server.url, events: ['tag.created'] })
  const { id, secret: first } = made.body.webhook_endpoint
  const rotate = async (body: object = {}): Promise<string> =>
    (await api(`POST /v4/webhook_endpoints/${id}/rotate_secret`, key(account), body)).body.webhook_endpoint.secret
  const expectSignedWith = async (...secrets: string[]) => {
    await dashboard(account).webhooks.sample({ id, type: 'tag.created' })
    await settle()
    const { headers, raw } = server.received.at(-1) as (typeof server.received)[number]
    const header = String(headers['x-service-signature'])
    expect(header).toBe(signatureOf(raw, secrets, new Date(Number(/^t=(\d+)/.exec(header)?.[1]) * 1_000)))
  }
  await expectSignedWith(first)
  const second = await rotate()
  await expectSignedWith(second, first)
  pass(23 * HOUR)
  await expectSignedWith(second, first)
  const third = await rotate({ force: true })
  await expectSignedWith(third, second)
  pass(2 * HOUR)
  await expectSignedWith(third, second)
  pass(22 * HOUR)
  await expectSignedWith(third)
  const fourth = await rotate()
  await expectSignedWith(fourth, third)
  await api(`POST /v4/webhook_endpoints/${id}/revoke_previous_secret`, key(account), [])
  await expectSignedWith(fourth)
  const row = JSON.stringify(await unscoped().webhookEndpoint.findMany({ where: { account_id: account.account_id } }))
  for (const secret of [first, second, third, fourth]) expect(row).not.toContain(secret.slice(6))
})

test('one of two simultaneous rotations is refused [W9]', async () => {
  const account = await testAccount()
  const { url } = await receiver()
  const made = await api('POST /v4/webhook_endpoints', bearer(account), { url, events: ['tag.created'] })
  const path = `/v4/webhook_endpoints/${made.body.webhook_endpoint.id}/rotate_secret`
  const answers = await Promise.all([1, 2].map(() => api(`POST ${path}`, bearer(account), {})))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})
