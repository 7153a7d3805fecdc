import { escapeHtml } from '../../lib/escape-html.ts'
import { pageHeaders, publicPage } from '../../lib/public-page.ts'

/** Told on a page of ours: the address that asked for it is not to be trusted (O2), or nothing can be done there. */
export function refusalPage(why: string, status: 400 | 403 | 413 = 400): Response {
  const title = 'This app cannot be connected'
  const body = `<h1>${title}</h1><p>${escapeHtml(why)}</p><p>Nothing was changed. If you came from an app, tell its developer what you read here.</p>`
  return new Response(publicPage({ title, body }), { status, headers: pageHeaders() })
}
