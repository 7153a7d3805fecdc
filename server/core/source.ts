import type { IncomingMessage } from 'node:http'
import { env } from '../env.ts'
import { clientOf } from '../lib/net/client-address.ts'
import type { Source } from './context.ts'

/** Returns the source of a request to the Hono app, from its socket. */
export function socketSource(c: { env: unknown; req: { header: (name: string) => string | undefined } }): Source {
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage }
  const client = clientOf(incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'), env().TRUSTED_PROXIES ?? [])
  return { ...client, user_agent: c.req.header('user-agent') ?? null }
}
