import type { OpenAPIHono } from '@hono/zod-openapi'
import { rootLogger } from '../../core/log.ts'
import { refuseJson } from '../../lib/bytes/json-shape.ts'
import { readCapped } from '../../lib/bytes/read-capped.ts'
import { Unreadable } from '../../lib/bytes/untyped-json.ts'
import { Unverified } from '../../lib/crypto/signed.ts'
import { NotYet } from './checkouts/paddle-customer.ts'
import { findReceiver, receiveCheckout } from './checkouts/receive.ts'

/** A transaction of a hundred lines has a tenth of this. */
const MAX_BYTES = 500_000

/** Serves the webhooks of shops (docs/checkouts.md). The address names the account; requests are signed and have no session. */
export function checkoutRoutes(app: OpenAPIHono): void {
  app.post('/hooks/checkouts/:provider/:token', async (c) => {
    const { provider, token } = c.req.param()
    const receiver = await findReceiver(provider, token)
    if (!receiver) return c.json({ errors: ['Not Found'] }, 404)
    const body = await readCapped(c.req.raw, MAX_BYTES)
    if (!body) return c.json({ errors: ['The body is larger than 500 KB'] }, 413)
    const refusal = await refuseJson(body)
    if (refusal) return c.json({ errors: [refusal] }, 413)
    try {
      await receiveCheckout(receiver, { body, header: (name) => c.req.header(name) })
      return c.json({})
    } catch (error) {
      if (error instanceof Unverified) {
        rootLogger().warn({ provider, reason: error.message }, 'webhook of a checkout refused')
        return c.json({ errors: [error.message] }, 401)
      }
      if (error instanceof Unreadable) return c.json({ errors: [error.message] }, 422)
      if (error instanceof NotYet) return c.json({ errors: [error.message] }, 503)
      throw error
    }
  })
}
