import createFetchClient, { type Client } from 'openapi-fetch'
import { errorOf } from './errors.ts'
import type { paths } from './generated/schema.ts'
import { type TransportOptions, transport } from './transport.ts'

export { EnvoiError } from './errors.ts'
export type { components, operations, paths } from './generated/schema.ts'
export { items } from './items.ts'
export { verifyWebhook, WebhookVerificationError } from './webhook.ts'
export type * from './webhook-events.ts'

export type Envoi = Client<paths>
export type EnvoiOptions = TransportOptions & {
  /** Address of the service, without `/v4`: `https://mail.example.com`. */
  base_url: string
}

/**
 * A client of one account. Paths, parameters, bodies and responses are typed by the service's own OpenAPI document:
 *
 *     const envoi = createEnvoi({ base_url, api_key })
 *     const { tag } = await data(envoi.POST('/v4/tags', { body: { name: 'Beta' } }))
 *
 * Timestamps are ISO 8601 in UTC. Limits: 120 requests a minute with an API key, 600 with an access token.
 */
export function createEnvoi({ base_url, ...options }: EnvoiOptions): Envoi {
  return createFetchClient<paths>({ baseUrl: base_url.replace(/\/$/, ''), fetch: transport(options) })
}

/** Returns the body of a successful response (undefined for 204). Throws EnvoiError for all others. */
export async function data<T>(answer: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await answer
  if (!response.ok) throw errorOf(response, error)
  return data as T
}
