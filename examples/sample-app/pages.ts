import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { CallError, call, giveUp } from './envoi.ts'
import { receivedFrom } from './hooks.ts'
import { cardsOf } from './nodes.ts'
import { connected } from './session.ts'
import { settings } from './settings.ts'
import { dropConnection } from './store.ts'

interface Subscriber {
  id: number
  email_address: string
  state: string
}

export const pages = new Hono()

/** The account that is connected in this browser, read from /v4 at this moment. */
pages.get('/', async (c) => {
  const connection = await connected(c)
  if (!connection)
    return page(c, html`<p>No account is connected in this browser. Install the app from its link in Envoi.</p>`)
  const { account_id, account_name } = connection
  try {
    const { account } = await call<{ account: { name: string; plan_type: string } }>(account_id, 'GET /v4/account')
    const { subscribers } = await call<{ subscribers: Subscriber[] }>(account_id, 'GET /v4/subscribers?per_page=5')
    const { tags } = await call<{ tags: { name: string }[] }>(account_id, 'GET /v4/tags?per_page=5')
    return page(
      c,
      html`<h2>${account.name}</h2>
        <p>Plan: ${account.plan_type}. Tags: ${tags.map(({ name }) => name).join(', ')}.</p>
        <ul>${subscribers.map(({ email_address, state }) => html`<li>${email_address} (${state})</li>`)}</ul>
        <p>Latest events:</p>
        <ul>${receivedFrom(account_id)
          .slice(0, 5)
          .map(({ type, created }) => html`<li>${type}, ${created}</li>`)}</ul>
        <p>Liked quotes:</p>
        <ul>${(connection.likes ?? [])
          .slice(-5)
          .reverse()
          .map(({ email_address, author }) => html`<li>${email_address} likes ${author}</li>`)}</ul>
        <form method="post" action="/like">
          <label>Email address <input name="email_address" type="email" required /></label>
          <label>Author <input name="author" required /></label>
          <button>Like a quote</button>
        </form>
        <p>Cards that were sent:</p>
        <ul>${cardsOf(account_id)
          .slice(0, 5)
          .map(({ to, quote, paper }) => html`<li>To ${to}, on ${paper} paper: ${quote}</li>`)}</ul>
        <form method="post" action="/disconnect"><button>Disconnect</button></form>`,
    )
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401) throw error
    dropConnection(account_id)
    return page(c, html`<p>${account_name} has uninstalled this app.</p>`)
  }
})

/** Give this as `return_to` in an install link. */
pages.get('/welcome', (c) =>
  page(c, html`<h2>Welcome</h2><p>The app is installed. <a href="/">See your account</a>.</p>`),
)

pages.post('/disconnect', async (c) => {
  if (c.req.header('origin') !== new URL(settings.app_url).origin) return c.text('Not from our page', 403)
  const connection = await connected(c)
  if (connection) await giveUp(connection)
  return c.redirect('/', 303)
})

function page(c: Context, content: ReturnType<typeof html>) {
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <title>Sample app</title>
        <meta name="viewport" content="width=device-width" />
        <body style="max-width: 40rem; margin: 3rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui">
          <h1>Sample app</h1>
          ${content}
        </body>
      </html>`,
  )
}
