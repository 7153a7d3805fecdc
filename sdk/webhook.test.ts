import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import Stripe from 'stripe'
import { expect, expectTypeOf, test } from 'vitest'
import type { DomainEvent, PublicEventType } from '../server/core/events/events.ts'
import { signatureOf } from '../server/lib/crypto/signature.ts'
import { verifyWebhook, WebhookVerificationError } from './webhook.ts'
import type { WebhookEventData } from './webhook-events.ts'
import file from './webhook-vectors.json' with { type: 'json' }

const { vectors } = file

test.each(vectors)(
  '$name: accepted $accepted [W11]',
  async ({ raw_body, header, secret, tolerance, now, accepted }) => {
    const verified = verifyWebhook(raw_body, header, secret, tolerance, now * 1000)
    if (accepted) expect(await verified).toEqual(JSON.parse(raw_body))
    else await expect(verified).rejects.toThrow(WebhookVerificationError)
  },
)

test('bytes verify like text; without header or secret nothing verifies [W11]', async () => {
  const [{ raw_body, header, secret, now }] = vectors as [(typeof vectors)[number]]
  const bytes = new TextEncoder().encode(raw_body)
  expect((await verifyWebhook(bytes, header, secret, 300, now * 1000)).delivery_id).toBe(88121)
  for (const missing of [null, undefined, ''])
    await expect(verifyWebhook(bytes, missing, secret, 300, now * 1000)).rejects.toThrow(WebhookVerificationError)
  await expect(verifyWebhook(bytes, header, '', 300, now * 1000)).rejects.toThrow(WebhookVerificationError)
})

test('another project’s verifier accepts the service’s signatures, and ours accepts its signatures [W11]', async () => {
  const stripe = new Stripe('sk_test_unused')
  const body = '{"delivery_id":1,"events":[],"object":"event"}'
  const [current, former] = ['whsec_current', 'whsec_former']
  for (const secrets of [[current], [current, former]]) {
    const header = signatureOf(body, secrets, new Date())
    for (const secret of secrets) {
      expect(stripe.webhooks.constructEvent(body, header, secret, 300)).toMatchObject({ delivery_id: 1 })
      expect(await verifyWebhook(body, header, secret)).toMatchObject({ delivery_id: 1 })
    }
    expect(() => stripe.webhooks.constructEvent(body, header, 'whsec_other', 300)).toThrow()
    expect(() => stripe.webhooks.constructEvent(`${body} `, header, current, 300)).toThrow()
  }
  const theirs = stripe.webhooks.generateTestHeaderString({ payload: body, secret: current })
  expect(await verifyWebhook(body, theirs, current)).toMatchObject({ delivery_id: 1 })
})

test('the Node verifier of the page about webhooks is correct for every vector [W11]', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../docs/webhooks.md'), 'utf8')
  const begin = page.indexOf('import { createHmac')
  const shown = page.slice(begin, page.indexOf('```', begin))
  const script = `${shown}
    const vectors = ${JSON.stringify(vectors)}
    const wrong = vectors.filter(({ now, raw_body, header, secret, tolerance, accepted }) => {
      Date.now = () => now * 1000
      return isGenuine(Buffer.from(raw_body), header, secret, tolerance) !== accepted
    })
    console.log(vectors.length, wrong.map(({ name }) => name))`
  const said = execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    encoding: 'utf8',
  })
  expect(said).toBe(`${vectors.length} []\n`)
})

test('the SDK types events as the service writes them', () => {
  // Each extends the other. Only the two notations of an index signature differ.
  expectTypeOf<WebhookEventData>().toExtend<Pick<DomainEvent, PublicEventType>>()
  expectTypeOf<Pick<DomainEvent, PublicEventType>>().toExtend<WebhookEventData>()
})
