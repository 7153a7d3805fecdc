import { z } from 'zod'
import { isCalendarDate } from '../../lib/time/time-zone.ts'

/** The longest range of the pages, in days. */
export const MAX_RANGE_DAYS = 366

const Day = z.string({ error: 'must be a date, YYYY-MM-DD' }).refine(isCalendarDate, 'must be a date, YYYY-MM-DD')

/** Days of the account's time zone: either the last ones up to today, or a range that includes both ends. */
export const ReportRange = z
  .object({
    days: z.union([z.literal(7), z.literal(30), z.literal(90), z.literal(365)]).default(30),
    from: Day.optional(),
    to: Day.optional(),
    /** Adds the figures of the preceding range of the same length. */
    compare: z.boolean().default(true),
  })
  .superRefine(({ from, to }, issues) => {
    const refuse = (path: string, message: string) => issues.addIssue({ code: 'custom', path: [path], message })
    if (from === undefined && to === undefined) return
    if (from === undefined || to === undefined) return refuse(from === undefined ? 'from' : 'to', 'must be given too')
    if (to < from) return refuse('to', 'must not be before from')
    if ((Date.parse(to) - Date.parse(from)) / 86_400_000 + 1 > MAX_RANGE_DAYS)
      refuse('to', `must be at most ${MAX_RANGE_DAYS} days after from`)
  })
export type ReportRange = z.infer<typeof ReportRange>

/** Days as YYYY-MM-DD, including both. */
export interface Span {
  from: string
  to: string
}

export interface RangeView extends Span {
  time_zone: string
  /** The preceding range; null if it was not requested. */
  previous: Span | null
  /** Time of the latest count; null before the first. */
  counted_at: string | null
  /** True if a day has not been counted yet, so its figures are missing. */
  is_counting: boolean
}

/** A figure of the range and of the preceding one, which is null if not requested. */
export interface Change {
  value: number
  previous: number | null
}

/** The same for a rate in percent, null if nothing was sent. */
export interface RateChange {
  value: number | null
  previous: number | null
}

export const SOURCES = [
  'form',
  'landing_page',
  'import',
  'api',
  'purchase',
  'recommendation',
  'manual',
  'other',
] as const
export type Source = (typeof SOURCES)[number]

export interface GrowthPoint extends Span {
  joined: Partial<Record<Source, number>>
  unsubscribed: number
  /** Bounced or complained. */
  lost: number
  net: number
}

export interface GrowthSource {
  source: Source
  /** 0 for a source that is not a form or landing page, and for all forms without their own row. */
  form_id: number
  /** Name of the form or landing page; null if it was deleted. */
  name: string | null
  joined: Change
  unsubscribed: Change
  lost: Change
  net: Change
}

export interface GrowthReport {
  range: RangeView
  points: GrowthPoint[]
  /** Most new subscribers first. */
  sources: GrowthSource[]
  totals: Record<'joined' | 'unsubscribed' | 'lost' | 'net', Change>
}

export interface EngagementCounts {
  sent: number
  /** Refused by the mail server, and not retried. */
  failed: number
  opened: number
  clicked: number
  unsubscribed: number
  bounced: number
  complained: number
}

export const ENGAGEMENT_RATES = [
  'open_rate',
  'click_rate',
  'click_to_open_rate',
  'unsubscribe_rate',
  'bounce_rate',
  'complaint_rate',
] as const
export type EngagementRate = (typeof ENGAGEMENT_RATES)[number]

export interface EngagementPoint extends Span, EngagementCounts {
  /** Percent of sent messages; null if none were sent. */
  rates: Record<EngagementRate, number | null>
}

export interface EngagementReport {
  range: RangeView
  points: EngagementPoint[]
  totals: Record<keyof EngagementCounts, Change>
  rates: Record<EngagementRate, RateChange>
}

export interface ReceiverRow {
  /** A domain, the first domain of a group that shares servers, or `*` for all others. */
  receiver: string
  counts: Record<keyof EngagementCounts, Change>
  rates: Record<EngagementRate, RateChange>
}

export interface DeliverabilityReport {
  range: RangeView
  /** Most messages first, `*` last. */
  receivers: ReceiverRow[]
}

export interface CohortCell {
  /** True for a month that has not ended. */
  is_partial: boolean
  /** The cohort's size at the time of the count. Deleted subscribers are in no figure. */
  joined: number
  subscribed: number
  engaged: number
}

export interface Cohort {
  /** The first day of the month of joining, YYYY-MM-DD. */
  joined_in: string
  joined: number
  /** After 0, 1, 2 … months; null for an uncounted or future month. */
  months: (CohortCell | null)[]
}

export interface CohortReport {
  time_zone: string
  counted_at: string | null
  /** True if the account's subscribers have not been counted yet. */
  is_counting: boolean
  /** Oldest first. */
  cohorts: Cohort[]
}

export interface SubjectRow extends EngagementCounts {
  broadcast_id: number
  subject: string
  started_at: string
  open_rate: number | null
  click_rate: number | null
}

export interface LinkRow {
  url: string
  /** Subscribers' clicks. In `subscribers`, each subscriber counts once per email. */
  clicks: number
  subscribers: Change
  /** Number of emails with the link. */
  emails: number
}

export interface ContentReport {
  range: RangeView
  /** Broadcasts sent in the range, their combined rates, and subscribers who clicked a link, counted once per link and email. */
  totals: { broadcasts: Change; open_rate: RateChange; click_rate: RateChange; link_clicks: Change }
  /** Minimum number of messages for a ranked broadcast. With fewer, a few opens would make it the best. */
  least_sent: number
  by_open_rate: SubjectRow[]
  by_click_rate: SubjectRow[]
  /** Most subscribers first. */
  links: LinkRow[]
}

/** A purchase is credited to the email with the buyer's last click within this many days before it (decision 0032). */
export const CREDIT_DAYS = 7

export interface RevenueEmail {
  kind: 'broadcast' | 'sequence_email' | 'automation_email'
  id: number
  /** The email's sequence or automation. */
  parent_id: number | null
  subject: string
  purchases: Change
  total: Change
}

export interface RevenuePoint extends Span {
  credited: number
  other: number
}

/** Amounts in different currencies are never added together. */
export interface RevenueOfCurrency {
  currency: string
  purchases: Change
  total: Change
  /** Purchases that are credited to emails. */
  credited_purchases: Change
  credited_total: Change
  points: RevenuePoint[]
  /** Highest total first. */
  emails: RevenueEmail[]
}

export interface RevenueReport {
  range: RangeView
  /** Most purchases first. */
  currencies: RevenueOfCurrency[]
}
