import type { PublicStyle } from '../../lib/page/public-style.ts'
import type { ServiceEmail } from '../service-mail/service-email.ts'

interface Parts {
  account_name: string
  url: string
  /** Null: the account chose none. */
  style: PublicStyle | null
}

export const copyEmail = ({ account_name, url, style }: Parts): ServiceEmail => ({
  subject: `Your data at ${account_name}`,
  heading: 'Download your data',
  paragraphs: [
    `You asked for a copy of everything that ${account_name} stores about you. The link works for 24 hours.`,
  ],
  action: { label: 'Download your data', url },
  footnote: 'If you did not ask for this, ignore this email and do not forward it.',
  brand: brandOf(account_name, style),
})

export const erasureEmail = ({ account_name, url, style }: Parts): ServiceEmail => ({
  subject: `Erase your data at ${account_name}?`,
  heading: 'Erase your data?',
  paragraphs: [
    `You asked ${account_name} to erase everything about you. This cannot be undone, and they will never email you again. The link works for 24 hours.`,
  ],
  action: { label: 'Erase my data', url },
  footnote: 'If you did not ask for this, ignore this email. Nothing will be erased.',
  brand: brandOf(account_name, style),
})

export const addressEmail = ({
  account_name,
  url,
  style,
  old_address,
}: Parts & { old_address: string }): ServiceEmail => ({
  subject: `Confirm your new address for ${account_name}`,
  heading: 'Confirm your new address',
  paragraphs: [
    `${account_name} sends emails to ${old_address}. Confirm to get them at this address instead. The link works for 24 hours.`,
  ],
  action: { label: 'Confirm this address', url },
  footnote: 'If you did not ask for this, ignore this email. Nothing will change.',
  brand: brandOf(account_name, style),
})

export const addressTakenEmail = ({ account_name, style }: Omit<Parts, 'url'>): ServiceEmail => ({
  subject: `Your address for ${account_name}`,
  heading: 'This address is already subscribed',
  paragraphs: [
    `Someone asked ${account_name} to send emails to this address. It already gets them, so nothing was changed. To stop emails to your other address, use the unsubscribe link in an email that it got.`,
  ],
  footnote: 'If you did not ask for this, ignore this email.',
  brand: brandOf(account_name, style),
})

export const changedEmail = ({
  account_name,
  url,
  style,
  new_address,
}: Parts & { new_address: string }): ServiceEmail => ({
  subject: `Your address for ${account_name} was changed`,
  heading: 'Your address was changed',
  paragraphs: [
    `${account_name} now sends emails to ${new_address} and no longer to this address. If this was not you, take it back within 7 days.`,
  ],
  action: { label: 'Use this address again', url },
  footnote: 'If you changed the address, there is nothing to do.',
  brand: brandOf(account_name, style),
})

export const takenBackEmail = ({
  account_name,
  new_address,
  style,
}: Omit<Parts, 'url'> & { new_address: string }): ServiceEmail => ({
  subject: `Your address for ${account_name} was changed back`,
  heading: 'Your address was changed back',
  paragraphs: [
    `The owner of ${new_address} took back the change to this address. ${account_name} sends emails to ${new_address} again.`,
  ],
  footnote: `To get emails from ${account_name} here too, sign up with this address.`,
  brand: brandOf(account_name, style),
})

const brandOf = (name: string, style: PublicStyle | null) => ({
  name,
  accent_color: style?.accent_color ?? '#1c1917',
  style,
})
