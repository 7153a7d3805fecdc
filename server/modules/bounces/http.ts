import type { OpenAPIHono } from '@hono/zod-openapi'
import { rootLogger } from '../../core/log.ts'
import { refuseJson } from '../../lib/bytes/json-shape.ts'
import { readCapped } from '../../lib/bytes/read-capped.ts'
import { Unreadable } from '../../lib/bytes/untyped-json.ts'
import { Unverified } from '../../lib/crypto/signed.ts'
import { findProvider, receiveWebhook } from './webhooks/receive.ts'

/** SendGrid sends up to a thousand events, and SNS up to 256 KB. */
const MAX_BYTES = 1_000_000

/** Serves the webhooks for reports of email providers (docs/bounce-webhooks.md). Requests are signed and have no session. */
export function bounceRoutes(app: OpenAPIHono): void {
  app.post('/hooks/bounces/:provider', async (c) => {
    const provider = findProvider(c.req.param('provider'))
    if (!provider) return c.json({ errors: ['Not Found'] }, 404)
    const body = await readCapped(c.req.raw, MAX_BYTES)
    if (!body) return c.json({ errors: ['The body is larger than 1 MB. Send fewer events'] }, 413)
    // Mailgun and SNS sign properties of the body, so it is parsed before the verification.
    const refusal = await refuseJson(body)
    if (refusal) return c.json({ errors: [refusal] }, 413)
    try {
      return c.json(await receiveWebhook(provider, { body, header: (name) => c.req.header(name) }))
    } catch (error) {
      if (error instanceof Unverified) {
        rootLogger().warn({ provider: provider.name, reason: error.message }, 'webhook of a provider refused')
        return c.json({ errors: [error.message] }, 401)
      }
      if (error instanceof Unreadable) return c.json({ errors: [error.message] }, 422)
      throw error
    }
  })
}
