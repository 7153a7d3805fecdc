import { Hono } from 'hono'
import { html } from 'hono/html'

interface Asked {
  settings?: { quote?: string; author?: string; color?: string }
  /** The styles of the email: `{ "blockquote": { "css": "..." } }`. */
  styles?: Record<string, { css: string } | undefined>
}

/** The request URL of a content block: settings in, HTML out. Its settings form is in block-settings.json. */
export const block = new Hono().post('/blocks/quote', async (c) => {
  const { settings = {}, styles = {} } = (await c.req.json()) as Asked
  const quote = settings.quote?.trim()
  if (!quote) return c.json({ code: 404, errors: ['Write the quote first'] })
  const color = /^#[0-9a-f]{6}$/i.test(settings.color ?? '') ? settings.color : '#1f5a66'
  const { css = '' } = styles.blockquote ?? {}
  const content = html`<blockquote style="${css}; border-left: 4px solid ${color}; padding-left: 16px">
    <p style="${styles.p?.css ?? ''}">${quote}</p>
    ${settings.author ? html`<p><em>${settings.author}</em></p>` : ''}
  </blockquote>`
  return c.json({ code: 200, html: String(await content) })
})
