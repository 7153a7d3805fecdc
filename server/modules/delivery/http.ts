import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { inLanguageOf } from '../../core/locale/of-account.ts'
import { socketSource } from '../../core/source.ts'
import { t } from '../../lib/locale/texts.ts'
import { readForm } from '../../lib/net/read-form.ts'
import type { Visitor } from './tracking/evidence.ts'
import { readUnsubscribeToken } from './tracking/tokens.ts'
import { trackClick, trackOpen, trackPersonalClick } from './tracking/track.ts'
import { findUnsubscriber, resubscribe, unsubscribe } from './tracking/unsubscribe.ts'
import { unknownLinkPage, unsubscribePage } from './tracking/unsubscribe-page.ts'

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const PRIVATE = { 'Cache-Control': 'no-store, private', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' }
const MAX_FORM_BYTES = 16 * 1024

/** Public routes of an email: the open pixel, tracked links, and the unsubscribe page. */
export function deliveryRoutes(app: OpenAPIHono): void {
  app.get('/t/o/:token', async (c) => {
    await trackOpen(c.req.param('token'), visitor(c))
    return c.body(PIXEL, 200, { ...PRIVATE, 'Content-Type': 'image/gif' })
  })
  app.get('/t/c/:token', async (c) => redirectTo(c, await trackPersonalClick(c.req.param('token'), visitor(c))))
  app.get('/t/c/:token/:number{[0-9]{1,6}}', async (c) =>
    redirectTo(c, await trackClick(c.req.param('token'), Number(c.req.param('number')), visitor(c))),
  )
  app.get('/u/:token', (c) => {
    const token = c.req.param('token')
    return inLanguageOf(readUnsubscribeToken(token), async () => {
      const unsubscriber = await findUnsubscriber(token)
      return unsubscriber ? show(c, unsubscribePage(unsubscriber, { token })) : unknownLink(c)
    })
  })
  app.post('/u/:token', (c) => {
    const token = c.req.param('token')
    return inLanguageOf(readUnsubscribeToken(token), () => changeSubscription(c, token))
  })
}

async function changeSubscription(c: Context, token: string) {
  const form = await readForm(c.req.raw, MAX_FORM_BYTES)
  if (form === undefined) return c.text(t`The form is too large`, 413)
  if (form.get('action') === 'resubscribe') {
    const unsubscriber = await resubscribe(token)
    return unsubscriber ? show(c, unsubscribePage(unsubscriber, { token, done: 'resubscribed' })) : unknownLink(c)
  }
  // RFC 8058: mailbox providers post this for the subscriber and expect a plain response, not a page or redirect.
  const one_click = form.get('List-Unsubscribe') === 'One-Click'
  const unsubscriber = await unsubscribe(token, one_click ? 'one_click' : 'unsubscribe_link')
  if (!unsubscriber) return unknownLink(c)
  return one_click
    ? c.text(unsubscriber.is_test ? t`This was a test email. Nothing was changed.` : t`Unsubscribed`, 200)
    : show(c, unsubscribePage(unsubscriber, { token, done: 'unsubscribed' }))
}

const visitor = (c: Context): Visitor => ({
  ...socketSource(c),
  method: c.req.method,
  purpose: c.req.header('sec-purpose') ?? c.req.header('purpose') ?? c.req.header('x-moz') ?? null,
})

/** Redirects. Headers are ASCII only, so other characters are encoded as browsers encode them. */
function redirectTo(c: Context, url: string | undefined) {
  const location = url && (/^[\x21-\x7e]+$/.test(url) ? url : URL.parse(url)?.href)
  return location ? c.body(null, 302, { ...PRIVATE, Location: location }) : unknownLink(c)
}

const unknownLink = (c: Context) => show(c, unknownLinkPage(), 404)

const show = (c: Context, { body, headers }: ReturnType<typeof unknownLinkPage>, status: 200 | 404 = 200) =>
  c.body(body, status, headers)
