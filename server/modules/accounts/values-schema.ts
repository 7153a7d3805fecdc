export const MAX_COLORS = 10

/** The plan that accounts fall back to. It can be changed but not archived or deleted. */
export const FREE = 'free'

/** What an administrator of the instance can suspend, each on its own. */
export const SUSPENDABLE = {
  sign_in: { label: 'Sign-in' },
  api: { label: 'API access' },
  sending: { label: 'Sending' },
} as const
