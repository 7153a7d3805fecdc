import { env } from '../../env.ts'
import { t } from '../../lib/locale/texts.ts'
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
  subject: t`Access revoked after ${name} left “${account_name}”`,
  heading: t`${name}’s access was revoked`,
  paragraphs: [
    t`${name} is no longer in the team of “${account_name}”. API keys and apps never have more rights than the user behind them, so theirs stopped working. This is what changed and what stays:`,
    ...listed(access),
    t`Tools that used their keys or apps need a new key or connection. Webhooks belong to the account and keep sending: check in Settings › Webhooks that you own every address, and delete the others.`,
  ],
  action: { label: t`Review API keys`, url: `${env().APP_URL}/settings/api-keys` },
  footnote: footnote(),
})

export const accessReducedEmail = ({
  account_name,
  name,
  role,
  ...access
}: Details & { role: string }): ServiceEmail => ({
  subject: t`Access reduced after a role change in “${account_name}”`,
  heading: t`${name}’s access was reduced`,
  paragraphs: [
    t`${name} now has the role ${roleName(role)} in “${account_name}”. API keys and apps never have more rights than the user behind them, so these ${leftTo(role)}:`,
    ...listed(access),
    t`To restore full rights, create a new key or connect the app as an owner or admin.`,
  ],
  action: { label: t`Review API keys`, url: `${env().APP_URL}/settings/api-keys` },
  footnote: footnote(),
})

/** One sentence for the security log, which is in English: its job has no locale. */
export const revokedSummary = ({ name, ...access }: Access & { name: string }): string =>
  [t`${name} left the team, and their access was revoked`, listed(access).join(' ')].join('. ')

export const reducedSummary = ({ name, role, ...access }: Access & { name: string; role: string }): string =>
  [t`${name} now has the role ${role}, and their access was reduced`, listed(access).join(' ')].join('. ')

/** Returns the role's name for the middle of a sentence. */
const roleName = (role: string): string =>
  ({ owner: t`owner`, admin: t`admin`, editor: t`editor`, viewer: t`viewer` })[role] ?? role

const leftTo = (role: string): string =>
  ({ editor: t`can no longer manage webhooks or delete custom fields`, viewer: t`can only read` })[role] ??
  t`can do less`

const listed = ({ keys, apps, kept_apps, endpoints, invitations }: Access): string[] => [
  ...(keys.length > 0 ? [t`API keys: ${namesOf(keys)}.`] : []),
  ...(apps.length > 0 ? [t`Apps: ${namesOf(apps)}.`] : []),
  ...(invitations > 0 ? [t`Open invitations withdrawn: ${invitations}.`] : []),
  ...(kept_apps.length > 0
    ? [t`Still installed, because published apps belong to the account: ${namesOf(kept_apps)}.`]
    : []),
  ...(endpoints.length > 0 ? [t`Webhooks that they created and that still send: ${namesOf(endpoints)}.`] : []),
]

const MAX_NAMES = 20

function namesOf(names: string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => `“${name}”`)
  const more = names.length - shown.length
  return more > 0 ? t`${shown.join(', ')} and ${more} more` : shown.join(', ')
}

const footnote = () =>
  t`You received this email because you own the account. If you expected this change, you don’t need to do anything.`
