import type { Series } from '@/components/charts/series-chart'
import { dateStyle, dayStyle, formatDate } from '@/components/format'
import { t } from '@/server/lib/locale/texts.ts'
import type { EngagementRate, RangeView, Source, Span } from '@/server/modules/analytics/report-schema.ts'

export const SOURCE_LABELS: Record<Source, string> = {
  form: 'Forms',
  landing_page: 'Landing pages',
  import: 'Imports',
  api: 'API and apps',
  purchase: 'Purchases',
  recommendation: 'Recommendations',
  manual: 'Added manually',
  other: 'Not recorded',
}

type BarStyle = Pick<Extract<Series, { as: 'bar' }>, 'color' | 'pattern'>

/** Styles shared by all charts. */
export const SOURCE_STYLES: Record<Source, BarStyle> = {
  form: { color: 'var(--chart-1)', pattern: 'solid' },
  landing_page: { color: 'var(--chart-1)', pattern: 'stripes' },
  import: { color: 'var(--chart-4)', pattern: 'dots' },
  api: { color: 'var(--chart-3)', pattern: 'cross' },
  purchase: { color: 'var(--chart-4)', pattern: 'lines' },
  recommendation: { color: 'var(--chart-3)', pattern: 'solid' },
  manual: { color: 'var(--chart-4)', pattern: 'light' },
  other: { color: 'var(--muted-foreground)', pattern: 'light' },
}

export const RATE_LABELS: Record<EngagementRate, string> = {
  open_rate: 'Open rate',
  click_rate: 'Click rate',
  click_to_open_rate: 'Clicks per open',
  unsubscribe_rate: 'Unsubscribe rate',
  bounce_rate: 'Bounce rate',
  complaint_rate: 'Complaint rate',
}

/** Formats calendar days in UTC, so no time zone shifts them. */
const format = (day: string, style: Intl.DateTimeFormatOptions) => formatDate(`${day}T00:00:00Z`, 'UTC', style)

/** “Nov 3”, for an axis. */
export const shortSpan = ({ from }: Span) => format(from, dayStyle)

/** “Nov 3, 2026” or “Nov 3 – Nov 9, 2026”. */
export const spanName = ({ from, to }: Span) =>
  from === to
    ? format(from, dateStyle)
    : `${format(from, from.slice(0, 4) === to.slice(0, 4) ? dayStyle : dateStyle)} – ${format(to, dateStyle)}`

/** “Nov 2026”. */
export const monthName = (month: string) => format(month, { month: 'short', year: 'numeric' })

/** Suffix of a file name: the range of its figures. */
export const fileRange = ({ from, to }: RangeView) => t`${from} to ${to}`
