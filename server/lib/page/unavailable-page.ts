import { html } from './html.ts'
import { pageHeaders, publicPage } from './public-page.ts'

/** What a browser shows while the database is away. It loads nothing and asks for nothing. */
export const unavailablePage = (): string =>
  publicPage({
    title: 'Temporarily unavailable',
    body: html`<h1>Temporarily unavailable</h1><p>Envoi can’t load or save data right now. Nothing you saved is lost. Reload this page in a minute.</p>`,
  })

export const UNAVAILABLE_HEADERS = pageHeaders()

/** Whether the client shows pages, as browsers say when someone follows a link or sends a form. */
export const wantsPage = (accept: string | undefined): boolean => accept?.includes('text/html') === true
