/** Counts for each receiving domain and hour: the columns of `receiver_hour`. */
export const RECEIVER_COUNTS = [
  'attempts',
  'accepted',
  'deferred',
  'refused',
  'unconfirmed',
  'hard_bounced',
  'soft_bounced',
  'complained',
] as const
export type ReceiverCount = (typeof RECEIVER_COUNTS)[number]

/** Stands for all domains without their own row. */
export const OTHER_DOMAINS = '*'
