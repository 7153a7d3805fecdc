export const WRONG_SIGN_UP_PASSWORD = 'This is not the password you signed up with. Try again, or sign up again'

/** Seconds during which "Send now" of a broadcast can be undone; 0 means off. */
export const UNDO_SECONDS: readonly number[] = [0, 10, 30, 60, 120]

/** Days that traces of automations are kept; null means forever. */
export const TRACE_DAYS: readonly (number | null)[] = [30, 90, 180, 365, 730, 1_825, null]

export const ROLES = ['owner', 'admin', 'editor', 'viewer'] as const
