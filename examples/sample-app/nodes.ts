import { type Context, Hono } from 'hono'
// In a copy of this folder: copy the file as well, and import `./webhook.ts`.
import { verifyWebhook, WebhookVerificationError } from '../../sdk/webhook.ts'
import { CallError, call } from './envoi.ts'
import { connected } from './session.ts'
import { settings } from './settings.ts'
import { type Connection, findByPluginToken, keepConnection, type Like } from './store.ts'

const PER_PAGE = 100

/** Body of Envoi’s requests to a node. */
interface Asked {
  settings: Record<string, string | undefined>
  /** Event: the cursor of the last page. */
  after: string | null
  /** Event: when the automation began to wait for it. */
  since?: string
  /** Action: at most 100. */
  subscribers?: { id: number; email_address: string; first_name: string | null }[]
}

export const nodes = new Hono()

/** The request URL of the event node: Envoi asks every five minutes who liked a quote since. */
nodes.post('/nodes/quote-liked', async (c) => {
  const request = await accept(c)
  if ('refusal' in request) return c.json({ code: 401, errors: [request.refusal] }, 401)
  const { asked, connection } = request
  const likes = (connection.likes ?? []).filter(
    ({ number, author, at }) =>
      number > Number(asked.after ?? 0) &&
      at >= (asked.since ?? '') &&
      (!asked.settings.author || asked.settings.author === author),
  )
  const page = likes.slice(0, PER_PAGE)
  return c.json({
    subscribers: page.map((like) => ({ ...reported(connection, like), occurred_at: like.at })),
    pagination: {
      has_next_page: likes.length > page.length,
      end_cursor: String(page.at(-1)?.number ?? asked.after ?? 0),
    },
  })
})

/** A subscriber likes a quote on the app's page. */
nodes.post('/like', async (c) => {
  if (c.req.header('origin') !== new URL(settings.app_url).origin) return c.text('Not from our page', 403)
  const connection = await connected(c)
  const { email_address, author } = (await c.req.parseBody()) as Record<string, string>
  if (!connection || !email_address || !author) return c.text('Who likes which quote?', 400)
  const likes = connection.likes ?? []
  const like = { number: (likes.at(-1)?.number ?? 0) + 1, email_address, author, at: new Date().toISOString() }
  const liked = { ...connection, likes: [...likes, like].slice(-1_000) }
  keepConnection(liked)
  await push(liked, like)
  return c.redirect('/', 303)
})

/** Reports a like right away, to nodes for this author and to nodes for any author. The next pull covers failures. */
async function push(connection: Connection, like: Like): Promise<void> {
  for (const chosen of [{ author: like.author }, {}])
    try {
      const subscribers = [reported(connection, like)]
      await call(connection.account_id, 'POST /v4/automation_events', {
        plugin: 'quote_liked',
        settings: chosen,
        subscribers,
      })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      console.warn(`A like was not pushed: ${error.message}`)
    }
}

/** The ID is the same in a push and a pull, so Envoi counts the like once. */
const reported = ({ account_id }: Connection, { number, email_address }: Like) => ({
  email_address,
  event_id: `like-${account_id}-${number}`,
})

interface Card {
  to: string
  quote: string
  paper: string
}

/** The latest cards by account, newest first. A real app would print them. */
const cards = new Map<number, Card[]>()
export const cardsOf = (account_id: number) => cards.get(account_id) ?? []

/** Requests that were processed. A real app would store their keys with the work. */
const processed = new Set<string>()

/** The request URL of the action node: subscribers arrived at a step that sends them a card. */
nodes.post('/nodes/send-card', async (c) => {
  const request = await accept(c)
  if ('refusal' in request) return c.json({ code: 401, errors: [request.refusal] }, 401)
  const { asked, connection } = request
  const { quote = '', paper = 'cream' } = asked.settings
  // The creator reads this at the subscribers, who are held at the step.
  if (quote.length > 300) return c.json({ code: 422, errors: ['The quote is too long for a card'] }, 422)
  const key = c.req.header('idempotency-key') ?? ''
  if (!processed.has(key)) {
    processed.add(key)
    const sent = (asked.subscribers ?? []).map(({ first_name, email_address }) => ({
      to: first_name ?? email_address,
      quote,
      paper,
    }))
    cards.set(connection.account_id, [...sent, ...cardsOf(connection.account_id)].slice(0, 100))
  }
  return c.json({ code: 200 })
})

/** Checks who asks: the token that this app issued for the account, and Envoi's signature. */
async function accept(c: Context): Promise<{ asked: Asked; connection: Connection } | { refusal: string }> {
  const token = c.req.header('authorization')?.replace(/^Bearer /, '')
  const connection = token ? findByPluginToken(token) : undefined
  if (!connection || !settings.plugin_secret) return { refusal: 'Connect the sample app again' }
  try {
    const body = await verifyWebhook(await c.req.text(), c.req.header('x-service-signature'), settings.plugin_secret)
    return { connection, asked: body as unknown as Asked }
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    return { refusal: error.message }
  }
}
