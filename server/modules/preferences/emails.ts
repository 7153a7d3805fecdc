import { t } from '../../lib/locale/texts.ts'
import { PLAIN_STYLE } from '../../lib/page/landing/plain-style.ts'
import type { PublicStyle } from '../../lib/page/theme.ts'
import type { ServiceEmail } from '../service-mail/service-email.ts'

interface Parts {
  account_name: string
  url: string
  /** Null: the account has no style. */
  style: PublicStyle | null
}

export const copyEmail = ({ account_name, url, style }: Parts): ServiceEmail => ({
  subject: t`Your data at ${account_name}`,
  heading: t`Download your data`,
  paragraphs: [
    t`You asked for a copy of everything that ${account_name} stores about you. The link works for 24 hours.`,
  ],
  action: { label: t`Download your data`, url },
  footnote: t`If you did not ask for this, ignore this email and do not forward it.`,
  brand: brandOf(account_name, style),
})

export const erasureEmail = ({ account_name, url, style }: Parts): ServiceEmail => ({
  subject: t`Erase your data at ${account_name}?`,
  heading: t`Erase your data?`,
  paragraphs: [
    t`You asked ${account_name} to erase everything about you. This cannot be undone, and they will never email you again. The link works for 24 hours.`,
  ],
  action: { label: t`Erase my data`, url },
  footnote: t`If you did not ask for this, ignore this email. Nothing will be erased.`,
  brand: brandOf(account_name, style),
})

export const addressEmail = ({
  account_name,
  url,
  style,
  old_address,
}: Parts & { old_address: string }): ServiceEmail => ({
  subject: t`Confirm your new address for ${account_name}`,
  heading: t`Confirm your new address`,
  paragraphs: [
    t`${account_name} sends emails to ${old_address}. Confirm to get them at this address instead. The link works for 24 hours.`,
  ],
  action: { label: t`Confirm this address`, url },
  footnote: t`If you did not ask for this, ignore this email. Nothing will change.`,
  brand: brandOf(account_name, style),
})

export const addressTakenEmail = ({ account_name, style }: Omit<Parts, 'url'>): ServiceEmail => ({
  subject: t`Your address for ${account_name}`,
  heading: t`This address is already subscribed`,
  paragraphs: [
    t`Someone asked ${account_name} to send emails to this address. It already gets them, so nothing was changed. To stop emails to your other address, use the unsubscribe link in an email that it got.`,
  ],
  footnote: t`If you did not ask for this, ignore this email.`,
  brand: brandOf(account_name, style),
})

export const changedEmail = ({
  account_name,
  url,
  style,
  new_address,
}: Parts & { new_address: string }): ServiceEmail => ({
  subject: t`Your address for ${account_name} was changed`,
  heading: t`Your address was changed`,
  paragraphs: [
    t`${account_name} now sends emails to ${new_address} and no longer to this address. If this was not you, take it back within 7 days.`,
    t`If it was you, confirm it on the same page. Until then, links to your data and to what you bought go to this address.`,
  ],
  action: { label: t`Take back or confirm`, url },
  footnote: t`Do not forward this email.`,
  brand: brandOf(account_name, style),
})

export const takenBackEmail = ({
  account_name,
  new_address,
  style,
}: Omit<Parts, 'url'> & { new_address: string }): ServiceEmail => ({
  subject: t`Your address for ${account_name} was changed back`,
  heading: t`Your address was changed back`,
  paragraphs: [
    t`The owner of ${new_address} took back the change to this address. ${account_name} sends emails to ${new_address} again.`,
  ],
  footnote: t`To get emails from ${account_name} here too, sign up with this address.`,
  brand: brandOf(account_name, style),
})

const brandOf = (name: string, style: PublicStyle | null) => ({
  name,
  accent_color: (style ?? PLAIN_STYLE).accent_color,
  style,
})
