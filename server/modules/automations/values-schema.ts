export const KINDS = ['rule', 'visual'] as const

export const MAX_STEPS = 200

/** The longest wait: five years. */
export const MAX_MINUTES = 60 * 24 * 366 * 5

/** Number of days that a dry run looks back. */
export const DRY_RUN_DAYS = 30

/** Subscribers whose way is followed. If more would enter, they are a random sample, and the others are counted. */
export const MAX_SIMULATED = 10_000

/** More emails within one day are a warning. */
export const MANY_EMAILS = 3

export const DRY_RUN_STATES = ['waiting', 'held', 'completed', 'left'] as const

/** `inside` is everyone who has not ended. */
export const RUN_FILTERS = ['inside', 'ready', 'waiting', 'held', 'completed', 'left'] as const
