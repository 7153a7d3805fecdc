import { latestInstanceSettings } from '../../core/instance/settings.ts'
import { legalLinks } from '../../core/instance/settings-schema.ts'
import { countText, dayText } from '../../lib/locale/formats.ts'
import { t } from '../../lib/locale/texts.ts'
import { type Html, html } from '../../lib/page/html.ts'
import { accountPage } from '../../lib/page/public-page.ts'
import type { Publisher } from '../../lib/page/public-style.ts'
import type { Preferences } from './read.ts'
import type { RequestView } from './requests.ts'
import { PAUSE_DAYS } from './save.ts'
import type { LeaveReason } from './schema.ts'

// Works without signing in, cookies and JavaScript. Shows only the masked address, because emails may be forwarded.

const PREFERENCES_STYLE = `section{margin-top:28px;padding-top:24px;border-top:1px solid var(--line)}h2{margin:0 0 8px;font-size:1.0625rem;line-height:1.3}section p{margin:0 0 14px;font-size:.9375rem}
form{display:grid;gap:12px;margin:0 0 12px}form:last-child{margin-bottom:0}label{display:flex;gap:12px;align-items:flex-start;padding:10px 0;min-height:44px}
label small{display:block;color:var(--soft);font-size:.875rem}input[type=checkbox],input[type=radio]{width:22px;height:22px;margin:2px 0 0;flex:none;accent-color:var(--link)}
.field{display:grid;gap:6px;padding:0}.field input,.field textarea,select{font:inherit;width:100%;min-height:48px;padding:10px 12px;border:1px solid var(--soft);border-radius:var(--field-radius);background:var(--paper);color:var(--ink)}
.done{margin:0 0 20px;padding:12px 16px;border-radius:10px;background:#ecfdf5;color:#065f46;font-weight:600}.refused{background:#fef2f2;color:#991b1b}
fieldset{margin:0;padding:0;border:0}legend{padding:0;font-weight:600}
@media(prefers-color-scheme:dark){.done{background:#064e3b;color:#d1fae5}.refused{background:#7f1d1d;color:#fee2e2}}`

type Page = ReturnType<typeof accountPage>

export interface Notice {
  text: string
  is_refused?: boolean
}

/** Renders the preference page with everything that can be changed, or the options after unsubscribing. */
export function preferencesPage(preferences: Preferences, notice?: Notice): Page {
  const { account_name, masked_address } = preferences
  const page = pageIn(preferences.publisher)
  if (preferences.is_test)
    return page(
      t`This was a test email`,
      html`<p>In the real email, this link opens the preferences of the recipient. Here nothing can be changed.</p>`,
    )
  if (masked_address === null)
    return page(
      t`You are not on this list`,
      html`<p>${account_name} has no record of your address and will not send you emails.</p>`,
    )
  const noticeText = notice
    ? html`<p class="done${notice.is_refused ? ' refused' : ''}" role="${notice.is_refused ? 'alert' : 'status'}">${notice.text}</p>`
    : null
  if (!preferences.is_subscribed)
    return page(
      t`You are unsubscribed`,
      html`${noticeText}<p>${account_name} will not send more emails to ${masked_address}.</p>${form('resubscribe', button(t`Subscribe again`, 'quiet'))}${reasons(preferences)}${tracking(preferences)}${data()}`,
    )
  return page(
    t`Email preferences`,
    html`${noticeText}<p>${account_name} sends emails to ${masked_address}.</p>${topics(preferences)}${pause(preferences)}${address()}${tracking(preferences)}${data()}
<section><h2>Unsubscribe</h2><p>You will get no more emails from ${account_name}.</p>${form('unsubscribe', html`${button(t`Unsubscribe from all emails`)}`)}</section>`,
  )
}

const form = (action: string, body: Html) =>
  html`<form method="post"><input type="hidden" name="action" value="${action}">${body}</form>`
const button = (label: string, kind = '') => html`<button class="${kind}">${label}</button>`

function topics({ topics: all }: Preferences): Html | null {
  if (all.length === 0) return null
  const rows = all.map(
    ({ id, name, description, is_on }) =>
      html`<label><input type="hidden" name="shown_${id}" value="1"><input type="checkbox" name="topic_${id}" value="1"${is_on ? html` checked` : null}><span>${name}${description ? html`<small>${description}</small>` : null}</span></label>`,
  )
  return html`<section><h2>Topics</h2><p>Choose what you want to read about.</p>${form('topics', html`<div>${rows}</div>${button(t`Save topics`)}`)}</section>`
}

function pause({ paused_until, time_zone }: Preferences): Html {
  if (paused_until)
    return html`<section><h2>Fewer emails</h2><p>Emails are paused until ${dayText(paused_until, time_zone)}.</p>${form('pause', html`<input type="hidden" name="days" value="0">${button(t`Resume emails now`)}`)}</section>`
  const options = PAUSE_DAYS.map(
    (days) => html`<option value="${days}">${days === 7 ? t`A week` : countText(days, String(days), 'day')}</option>`,
  )
  return html`<section><h2>Fewer emails</h2><p>Take a break. Emails from this time will not be sent to you later.</p>${form('pause', html`<label class="field"><span>Pause for</span><select name="days">${options}</select></label>${button(t`Pause emails`, 'quiet')}`)}</section>`
}

const address = () =>
  html`<section><h2>Change your address</h2><p>We email a link to the new address. Nothing changes until you follow it.</p>${form('address', html`<label class="field"><span>New email address</span><input name="email_address" type="email" required maxlength="254" autocomplete="email" inputmode="email" autocapitalize="off" spellcheck="false"></label>${button(t`Change address`, 'quiet')}`)}</section>`

function tracking({ is_tracked, account_name }: Preferences): Html | null {
  if (is_tracked === null) return null
  const choice = (isOn: string, label: string) =>
    form('tracking', html`<input type="hidden" name="is_on" value="${isOn}">${button(label, 'quiet')}`)
  return is_tracked
    ? html`<section><h2>Opens and clicks</h2><p>${account_name} counts when you open its emails and click their links.</p>${choice('0', t`Stop counting mine`)}</section>`
    : html`<section><h2>Opens and clicks</h2><p>${account_name} does not count your opens and clicks.</p>${choice('1', t`Count mine again`)}</section>`
}

const data = () =>
  html`<section><h2>Your data</h2><p>We email a link to your address that downloads or erases what is stored about you.</p>${form('copy', button(t`Get a copy of my data`, 'quiet'))}${form('erasure', button(t`Erase my data`, 'quiet'))}</section>`

const reasonLabels = (): Record<LeaveReason, string> => ({
  too_many: t`Too many emails`,
  not_relevant: t`Not about what I want to read`,
  never_signed_up: t`I never signed up`,
  other: t`Another reason`,
})

function reasons({ has_reason, account_name }: Preferences): Html {
  if (has_reason) return html`<p>Thank you for telling ${account_name} why.</p>`
  const rows = Object.entries(reasonLabels()).map(
    ([reason, label]) =>
      html`<label><input type="radio" name="reason" value="${reason}" required><span>${label}</span></label>`,
  )
  return html`<section><form method="post"><input type="hidden" name="action" value="reason"><fieldset><legend>Why did you leave? (optional)</legend>${rows}</fieldset><label class="field"><span>Anything else</span><textarea name="comment" rows="3" maxlength="500"></textarea></label>${button(t`Send`, 'quiet')}</form></section>`
}

/** Renders the page of an emailed link. */
export function requestPage({ kind, account_name, new_address, agreeable, publisher }: RequestView): Page {
  const page = pageIn(publisher)
  const confirm = (label: string) => html`<form method="post">${button(label)}</form>`
  if (kind === 'copy')
    return page(
      t`Download your data`,
      html`<p>A file with everything that ${account_name} stores about you.</p>${confirm(t`Download`)}`,
    )
  if (kind === 'erasure')
    return page(
      t`Erase your data?`,
      html`<p>${account_name} will erase everything about you and never email you again. This cannot be undone.</p>${confirm(t`Erase my data`)}`,
    )
  if (kind === 'undo')
    return page(
      t`Use this address again`,
      html`<p>${account_name} will send emails to ${new_address} again.</p>${confirm(t`Use this address again`)}${agreement(agreeable)}`,
    )
  return page(
    t`Confirm your address`,
    html`<p>${account_name} will send emails to ${new_address}.</p>${confirm(t`Confirm this address`)}`,
  )
}

const agreement = (agreeable: string | null): Html | null =>
  agreeable === null
    ? null
    : html`<section><h2>Was it you?</h2><p>Confirm the new address ${agreeable}. Your data and what you bought belong to it from then on, and this link no longer takes it back.</p>${form('agree', button(t`I changed it`, 'quiet'))}</section>`

export const messagePage = (title: string, text: string, publisher: Publisher | null = null): Page =>
  pageIn(publisher)(title, html`<p>${text}</p>`)

const pageIn =
  (publisher: Publisher | null) =>
  (title: string, body: Html): Page =>
    accountPage({
      title,
      body: html`<h1>${title}</h1>${body}`,
      links: legalLinks(latestInstanceSettings()),
      style: PREFERENCES_STYLE,
      publisher,
    })
