import { type Html, html } from '../../lib/html.ts'
import { pageHeaders, publicPage } from '../../lib/public-page.ts'
import { redirectTarget } from '../../lib/redirect-uri.ts'

/** A way on that the person may take: the refusal as the app expects it. */
interface WayBack {
  name: string
  location: string
}

/** Says on a page of ours why an app cannot be connected, where its address is not trusted (O2) or nothing can be done there. */
export function refusalPage(why: string, status: 400 | 403 | 413 = 400, back?: WayBack): Response {
  const title = 'This app cannot be connected'
  const body = html`<h1>${title}</h1><p>${why}</p><p>Nothing was changed. If you came from an app, tell its developer what you read here.</p>${back && wayBack(back)}`
  return new Response(publicPage({ title, body }), { status, headers: pageHeaders() })
}

const wayBack = ({ name, location }: WayBack): Html =>
  html`<p><a href="${location}" rel="noreferrer">Go back to ${name}</a> at ${redirectTarget(location)}. Envoi has not reviewed this app.</p>`
