import { Hono } from 'hono'
// In a copy of this folder: copy the file as well, and import `./webhook.ts`.
import { verifyWebhook, WebhookVerificationError } from '../../sdk/webhook.ts'
import { CallError, call } from './envoi.ts'
import { settings } from './settings.ts'
import { findConnection, keepConnection } from './store.ts'

const EVENTS = ['subscriber.created', 'subscriber.unsubscribed', 'subscriber.tag_added']

/** The latest events by account, newest first. A real app would process them. */
const received = new Map<number, { id: string; type: string; created: string }[]>()
export const receivedFrom = (account_id: number) => received.get(account_id) ?? []

interface Endpoint {
  id: number
  url: string
  secret: string
}

/**
 * Registers the app's endpoint in a creator's account, or takes up the one of an earlier installation with a new secret. Without it
 * the app works too: an Envoi that may not call this machine refuses the address.
 */
export async function listen(account_id: number): Promise<void> {
  const url = `${settings.app_url}/hooks/${account_id}`
  try {
    const { webhook_endpoints } = await call<{ webhook_endpoints: Endpoint[] }>(account_id, 'GET /v4/webhook_endpoints')
    const known = webhook_endpoints.find((endpoint) => endpoint.url === url)
    if (known) await call(account_id, `PATCH /v4/webhook_endpoints/${known.id}`, { status: 'active', events: EVENTS })
    const { webhook_endpoint } = await call<{ webhook_endpoint: Endpoint }>(
      account_id,
      known ? `POST /v4/webhook_endpoints/${known.id}/rotate_secret` : 'POST /v4/webhook_endpoints',
      known ? { force: true } : { url, events: EVENTS, name: 'Sample app' },
    )
    const connection = findConnection(account_id)
    if (connection) keepConnection({ ...connection, webhook_secret: webhook_endpoint.secret })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    console.warn(`No webhooks from account ${account_id}: ${error.message}`)
  }
}

export const hooks = new Hono()

/** Accepts a delivery. Checks its signature before anything else, and counts a repeated event once. */
hooks.post('/hooks/:account_id', async (c) => {
  const account_id = Number(c.req.param('account_id'))
  const secret = findConnection(account_id)?.webhook_secret
  // Gone: Envoi stops trying.
  if (!secret) return c.body(null, 410)
  try {
    const { events } = await verifyWebhook(await c.req.text(), c.req.header('x-service-signature'), secret)
    const known = receivedFrom(account_id)
    const fresh = events.filter(({ id }) => !known.some((event) => event.id === id))
    received.set(account_id, [...fresh.reverse(), ...known].slice(0, 100))
    return c.body(null, 204)
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    return c.text(error.message, 400)
  }
})
