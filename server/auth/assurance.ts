import { env } from '../env.ts'

/** Milliseconds for which a sign-in or a confirmation counts for actions that need one. */
const RECENT_MS = 15 * 60_000

/** Returns whether the user proved who they are in the last 15 minutes. */
export const isRecent = (confirmed_at: Date | null | undefined, now: Date): boolean =>
  Boolean(confirmed_at) && +now - +(confirmed_at ?? 0) < RECENT_MS

/** Returns whether an administrator has not yet added the second factor required by this instance. */
export const lacksAdminTwoFactor = ({
  is_admin,
  has_second_factor,
}: {
  is_admin: boolean
  has_second_factor?: boolean
}): boolean => is_admin && !has_second_factor && env().ADMIN_TWO_FACTOR === 'on'

export const CONFIRM_IDENTITY = 'Confirm that it’s you, then try again'
export const ADMIN_NEEDS_TWO_FACTOR = 'Administrators need two-factor authentication. Set it up in Settings › Security'
export const needsTwoFactor = (account_name: string) =>
  `“${account_name}” requires two-factor authentication. Set it up to continue`
export const VIEW_IS_READ_ONLY =
  'You are viewing an account as an administrator. Stop viewing it to change or download anything'
export const WAITS_FOR_DELETION =
  'This account is scheduled for deletion, so nothing can be changed. An owner can keep it'
