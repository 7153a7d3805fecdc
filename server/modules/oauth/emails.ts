import { env } from '../../env.ts'
import type { ServiceEmail } from '../service-mail/service-email.ts'

/** The access that changed, with names the owner recognizes. */
export interface Access {
  keys: string[]
  apps: string[]
  /** Published apps, which keep their access. */
  kept_apps: string[]
  /** Webhook endpoints of the account, which keep receiving events. */
  endpoints: string[]
  /** Open invitations that were withdrawn. */
  invitations: number
}

interface Details extends Access {
  account_name: string
  /** The member whose role changed. */
  name: string
}

export const accessRevokedEmail = ({ account_name, name, ...access }: Details): ServiceEmail => ({
  subject: `Access revoked after ${name} left “${account_name}”`,
  heading: `Access of ${name} was revoked`,
  paragraphs: [
    `${name} is no longer in the team of “${account_name}”. API keys and apps never have more rights than the user behind them, so theirs stopped working. This is what changed and what stays:`,
    ...listed(access),
    'Tools that used their keys or apps need a new key or connection. Webhooks belong to the account and keep sending: check in Settings → Webhooks that you own every address, and delete the others.',
  ],
  action: { label: 'Review API keys', url: `${env().APP_URL}/settings/api-keys` },
  footnote: FOOTNOTE,
})

export const accessReducedEmail = ({
  account_name,
  name,
  role,
  ...access
}: Details & { role: string }): ServiceEmail => ({
  subject: `Access reduced after a role change in “${account_name}”`,
  heading: `Access of ${name} was reduced`,
  paragraphs: [
    `${name} now has the role ${role} in “${account_name}”. API keys and apps never have more rights than the user behind them, so these ${LEFT[role] ?? 'can do less'}:`,
    ...listed(access),
    'To restore full rights, create a new key or connect the app as an owner or admin.',
  ],
  action: { label: 'Review API keys', url: `${env().APP_URL}/settings/api-keys` },
  footnote: FOOTNOTE,
})

/** One sentence for the security log. */
export const revokedSummary = ({ name, ...access }: Access & { name: string }): string =>
  [`${name} left the team, and their access was revoked`, listed(access).join(' ')].join('. ')

export const reducedSummary = ({ name, role, ...access }: Access & { name: string; role: string }): string =>
  [`${name} now has the role ${role}, and their access was reduced`, listed(access).join(' ')].join('. ')

const LEFT: Record<string, string> = {
  editor: 'can no longer manage webhooks or delete custom fields',
  viewer: 'can only read',
}

const listed = ({ keys, apps, kept_apps, endpoints, invitations }: Access): string[] => [
  ...(keys.length > 0 ? [`API keys: ${namesOf(keys)}.`] : []),
  ...(apps.length > 0 ? [`Apps: ${namesOf(apps)}.`] : []),
  ...(invitations > 0 ? [`Open invitations withdrawn: ${invitations}.`] : []),
  ...(kept_apps.length > 0
    ? [`Still installed, because published apps belong to the account: ${namesOf(kept_apps)}.`]
    : []),
  ...(endpoints.length > 0 ? [`Webhooks that they created and that still send: ${namesOf(endpoints)}.`] : []),
]

const MOST_NAMES = 20

function namesOf(names: string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => `“${name}”`)
  const more = names.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

const FOOTNOTE =
  'You received this email because you own the account. If you expected this change, you don’t need to do anything.'
