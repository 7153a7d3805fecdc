import { escapeHtml } from '../../lib/escape-html.ts'
import { publicPage } from '../../lib/public-page.ts'
import type { Unsubscriber } from './unsubscribe.ts'

const UNSUBSCRIBE = '<form method="post"><button name="action" value="unsubscribe">Unsubscribe</button></form>'
const RESUBSCRIBE =
  '<form method="post"><button class="quiet" name="action" value="resubscribe">That was a mistake: subscribe me again</button></form>'

/** What the link opens: a question while the person is subscribed, the state of things afterwards. */
export function unsubscribePage(person: Unsubscriber, done?: 'unsubscribed' | 'resubscribed'): string {
  const { account_name, masked_address, is_subscribed } = person
  const name = escapeHtml(account_name)
  if (masked_address === null) {
    return page('You are not on this list', `<p>${name} has no record of your address and will not write to you.</p>`)
  }
  const address = escapeHtml(masked_address)
  if (!is_subscribed) {
    return page('You are unsubscribed', `<p>${name} will not send any more emails to ${address}.</p>${RESUBSCRIBE}`)
  }
  if (done === 'resubscribed') {
    return page('Welcome back', `<p>${name} will go on writing to ${address}.</p>${UNSUBSCRIBE}`)
  }
  return page(
    `Unsubscribe from ${account_name}?`,
    `<p>${address} will get no more emails from ${name}.</p>${UNSUBSCRIBE}`,
  )
}

export const unknownLinkPage = () =>
  page(
    'This link does not work',
    '<p>It may have been cut off when it was copied. Please use the link in the email itself, or reply to the email.</p>',
  )

const page = (title: string, body: string) => publicPage({ title, body: `<h1>${escapeHtml(title)}</h1>${body}` })
