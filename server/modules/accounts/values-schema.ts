export const MAX_COLORS = 10

/** The plan that accounts return to when another ends. It can be changed but not archived or deleted. */
export const FREE = 'free'

/** Parts of an account that an administrator of the instance can suspend separately. */
export const SUSPENDABLE = {
  sign_in: { label: 'Sign-in' },
  api: { label: 'API access' },
  sending: { label: 'Sending' },
} as const
