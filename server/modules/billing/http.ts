import type { OpenAPIHono } from '@hono/zod-openapi'
import { AppError, HTTP_STATUS } from '../../core/errors.ts'
import { rootLogger } from '../../core/log.ts'
import { readCapped } from '../../lib/bytes/read-capped.ts'
import { Unverified } from '../../lib/crypto/signed.ts'
import { hasBilling, receiveBillingEvent } from './events.ts'

const MAX_BYTES = 100_000

/** Events of a payment processor (docs/billing.md). Signed, without a session. */
export function billingRoutes(app: OpenAPIHono): void {
  app.post('/hooks/billing', async (c) => {
    if (!hasBilling()) return c.json({ errors: ['Not Found'] }, 404)
    const body = await readCapped(c.req.raw, MAX_BYTES)
    if (!body) return c.json({ errors: ['The body is larger than 100 KB'] }, 413)
    try {
      return c.json({ outcome: await receiveBillingEvent({ body, header: (name) => c.req.header(name) }) })
    } catch (error) {
      if (error instanceof Unverified) {
        rootLogger().warn({ reason: error.message }, 'billing event refused')
        return c.json({ errors: [error.message] }, 401)
      }
      if (error instanceof AppError) return c.json({ errors: error.messages }, HTTP_STATUS[error.code])
      throw error
    }
  })
}
