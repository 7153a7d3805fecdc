import { formatPercent } from '@/components/format'
import type { ReceiverCounts, ReceiverRow } from '@/server/modules/admin/mail-schema.ts'

interface ReceiverRate {
  label: string
  part: (counts: ReceiverCounts) => number
  whole: (counts: ReceiverCounts) => number
  /** True if lower is better. */
  is_bad: boolean
  /** Hides the column on narrower screens. */
  from?: 'lg' | 'xl'
}

const attempts = (counts: ReceiverCounts) => counts.attempts
/** Messages with a final answer, plus later reports: a bounce may belong to a message of an earlier hour. */
const answeredCount = ({ accepted, refused, hard_bounced, soft_bounced }: ReceiverCounts) =>
  accepted + refused + hard_bounced + soft_bounced

export const RATES: readonly ReceiverRate[] = [
  { label: 'Accepted', part: ({ accepted }) => accepted, whole: attempts, is_bad: false },
  { label: 'Deferred', part: ({ deferred }) => deferred, whole: attempts, is_bad: true },
  {
    label: 'Bounced',
    part: ({ hard_bounced, soft_bounced }) => hard_bounced + soft_bounced,
    whole: answeredCount,
    is_bad: true,
  },
  { label: 'Refused', part: ({ refused }) => refused, whole: answeredCount, is_bad: true, from: 'lg' },
  { label: 'Complained', part: ({ complained }) => complained, whole: ({ accepted }) => accepted, is_bad: true },
]

/** Returns the rate as a fraction of at most one, or null if there is nothing to divide by. */
export function rateOf({ part, whole }: ReceiverRate, counts: ReceiverCounts): number | null {
  const of = whole(counts)
  return of === 0 ? null : Math.min(1, part(counts) / of)
}

export const formatRate = (rate: number | null): string =>
  rate === null ? '–' : formatPercent(100 * rate, rate < 0.01 ? 2 : 1)

/** Returns the change from the previous range in percentage points. Null if either range has no rate. */
export function changeOf(rate: ReceiverRate, { now, before }: Pick<ReceiverRow, 'now' | 'before'>): number | null {
  const [current, earlier] = [rateOf(rate, now), rateOf(rate, before)]
  return current === null || earlier === null ? null : 100 * (current - earlier)
}
