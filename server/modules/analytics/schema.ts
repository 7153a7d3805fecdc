import { z } from 'zod'

/** Range of the home page's charts, in days of the account's time zone. */
export const Range = z.object({
  days: z.union([z.literal(7), z.literal(30), z.literal(90), z.literal(365)]).default(30),
})
export type Range = z.infer<typeof Range>

export interface GrowthDay {
  /** YYYY-MM-DD in the account's time zone. */
  date: string
  new_subscribers: number
  unsubscribed: number
  /** Bounced or complained. */
  lost: number
  /** New subscribers minus both losses, as in Analytics. */
  net: number
  /** Active subscribers at the end of the day. */
  subscribers: number
}

/** A figure for the range and the preceding one. */
export interface Compared {
  value: number
  previous: number
}

export interface Overview {
  time_zone: string
  active_subscribers: number
  new_subscribers: Compared
  net: Compared
  /** Percent of the messages sent in the range, subject to `leaves_out_recent`; null if none was sent. */
  open_rate: { value: number | null; previous: number | null }
  click_rate: { value: number | null; previous: number | null }
  /** True if the rates exclude messages of the last 48 hours, many of which will still be opened. */
  leaves_out_recent: boolean
  sent: Compared
  growth: GrowthDay[]
}
