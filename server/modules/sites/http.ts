import type { OpenAPIHono } from '@hono/zod-openapi'
import { findAccountOfHost, foreignHost } from './hosts.ts'

/**
 * Answers a proxy that asks whether to request a certificate for a domain, as Caddy's `on_demand_tls` does: 200 for a connected domain,
 * else 404. A request to the domain itself would reveal as much.
 */
export function siteDomainRoutes(app: OpenAPIHono): void {
  app.get('/site-domains/allowed', async (c) => {
    const host = foreignHost(c.req.query('domain'))
    const account_id = host === undefined ? undefined : await findAccountOfHost(host)
    return account_id === undefined ? c.text('Not a connected domain\n', 404) : c.text('Connected\n', 200)
  })
}
