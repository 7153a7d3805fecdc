export const KINDS = ['rule', 'visual'] as const

export const MAX_STEPS = 200

/** Maximum wait: five years. */
export const MAX_MINUTES = 60 * 24 * 366 * 5

/** Number of days that a dry run looks back. */
export const DRY_RUN_DAYS = 30

/** Maximum number of followed subscribers. Beyond it, a random sample is followed, and the others are only counted. */
export const MAX_SIMULATED = 10_000

/** More emails than this in one day cause a warning. */
export const MANY_EMAILS = 3

export const DRY_RUN_STATES = ['waiting', 'held', 'completed', 'left'] as const

/** `inside`: all runs that have not ended. */
export const RUN_FILTERS = ['inside', 'ready', 'waiting', 'held', 'completed', 'left'] as const
