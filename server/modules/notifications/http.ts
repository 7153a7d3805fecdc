import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { latestInstanceSettings } from '../../core/instance/settings.ts'
import { legalLinks } from '../../core/instance/settings-schema.ts'
import { inLanguage } from '../../core/locale/of-account.ts'
import { t } from '../../lib/locale/texts.ts'
import { html } from '../../lib/page/html.ts'
import { accountPage } from '../../lib/page/public-page.ts'

import { findDigest, type StoppableDigest, stopDigest } from './stop.ts'

/** Routes of the link in digests. GET changes nothing, because email scanners open links (B5); mailbox providers POST (RFC 8058). */
export function notificationRoutes(app: OpenAPIHono): void {
  app.get('/digest/stop/:token', async (c) => {
    const digest = await findDigest(c.req.param('token'))
    if (!digest) return unknownLink(c)
    return inLanguage(digest, () => (digest.is_on ? question(c, digest) : stopped(c)))
  })
  app.post('/digest/stop/:token', async (c) => {
    const token = c.req.param('token')
    const digest = await findDigest(token)
    return digest && (await stopDigest(token)) ? inLanguage(digest, () => stopped(c)) : unknownLink(c)
  })
}

const question = (c: Context, { account_name }: StoppableDigest) => {
  const body = html`<h1>Stop the digest?</h1><p>You will no longer get emails about new subscribers of ${account_name}.</p><form method="post"><button>Stop this digest</button></form>`
  return send(c, t`Stop the digest?`, body)
}

const stopped = (c: Context) =>
  send(
    c,
    t`The digest is stopped`,
    html`<h1>The digest is stopped</h1><p>You can turn it on again in your notification settings.</p>`,
  )

const unknownLink = (c: Context) =>
  send(
    c,
    t`Unknown link`,
    html`<h1>Unknown link</h1><p>The link is incomplete, or you are no longer a member.</p>`,
    404,
  )

function send(c: Context, title: string, body: ReturnType<typeof html>, status: 200 | 404 = 200) {
  const page = accountPage({ title, body, links: legalLinks(latestInstanceSettings()), publisher: null })
  return c.body(page.body, status, page.headers)
}
