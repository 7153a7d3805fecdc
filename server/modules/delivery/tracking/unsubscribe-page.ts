import { latestInstanceSettings } from '../../../core/instance/settings.ts'
import { legalLinks } from '../../../core/instance/settings-schema.ts'
import { t } from '../../../lib/locale/texts.ts'
import { type Html, html } from '../../../lib/page/html.ts'
import { accountPage } from '../../../lib/page/public-page.ts'
import type { Publisher } from '../../../lib/page/public-style.ts'
import type { Unsubscriber } from './unsubscribe.ts'

const unsubscribeButton = () =>
  html`<form method="post"><button name="action" value="unsubscribe">Unsubscribe</button></form>`
const resubscribeButton = () =>
  html`<form method="post"><button class="quiet" name="action" value="resubscribe">Subscribe again</button></form>`

/** The page of the unsubscribe link: a question while subscribed, then the new state. */
export function unsubscribePage(
  subscriber: Unsubscriber,
  { token, done }: { token: string; done?: 'unsubscribed' | 'resubscribed' },
): Page {
  const page = pageIn(subscriber.publisher)
  const { account_name, masked_address, is_subscribed, is_test } = subscriber
  if (is_test) {
    return page(
      t`This was a test email`,
      html`<p>In the real email, this link unsubscribes the recipient from ${account_name}. Here it changed nothing: no one was unsubscribed.</p>`,
    )
  }
  if (masked_address === null) {
    return page(
      t`You are not on this list`,
      html`<p>${account_name} has no record of your address and will not send you emails.</p>`,
    )
  }
  if (!is_subscribed) {
    return page(
      t`You are unsubscribed`,
      html`<p>${account_name} will not send more emails to ${masked_address}.</p>${resubscribeButton()}${preferencesLink(token, t`Say why you left`)}`,
    )
  }
  if (done === 'resubscribed') {
    return page(
      t`Welcome back`,
      html`<p>${account_name} will keep sending emails to ${masked_address}.</p>${unsubscribeButton()}`,
    )
  }
  return page(
    t`Unsubscribe from ${account_name}?`,
    html`<p>${masked_address} will no longer get emails from ${account_name}.</p>${unsubscribeButton()}${preferencesLink(token, t`Get fewer emails instead`)}`,
  )
}

const preferencesLink = (token: string, label: string) =>
  html`<p class="more"><a href="/preferences/${token}">${label}</a></p>`

export const unknownLinkPage = () =>
  pageIn(null)(
    t`This link does not work`,
    html`<p>The link may be incomplete. Use the link in the email, or reply to the email.</p>`,
  )

type Page = ReturnType<typeof accountPage>

const pageIn =
  (publisher: Publisher | null) =>
  (title: string, body: Html): Page =>
    accountPage({ title, body: html`<h1>${title}</h1>${body}`, links: legalLinks(latestInstanceSettings()), publisher })
