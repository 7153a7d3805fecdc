import { html } from './html.ts'
import { pageHeaders, publicPage } from './public-page.ts'

/** Returns the page for browsers while the database is unavailable. It loads nothing. */
export const unavailablePage = ({ heading, text }: { heading: string; text: string } = OUTAGE): string =>
  publicPage({ title: heading, body: html`<h1>${heading}</h1><p>${text}</p>`, links: [] })

const OUTAGE = {
  heading: 'Temporarily unavailable',
  text: 'Envoi can’t load or save data right now. Nothing you saved is lost. Reload this page in a minute.',
}

export const UNAVAILABLE_HEADERS = pageHeaders()

/** Returns whether the client accepts HTML, as browsers do when a user follows a link or sends a form. */
export const wantsPage = (accept: string | undefined): boolean => accept?.includes('text/html') === true
