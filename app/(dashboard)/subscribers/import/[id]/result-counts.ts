import { formatNumber } from '@/components/format'
import type { ProgressCount } from '@/components/progress-panel'
import { t } from '@/server/lib/locale/texts.ts'
import type { ImportSummary, Outcome, RowResult, StateCounts } from '@/server/modules/imports/schema.ts'

export const ROW_RESULTS: Record<RowResult, { label: string; tone: NonNullable<ProgressCount['tone']> }> = {
  created: { label: 'New', tone: 'success' },
  updated: { label: 'Updated', tone: 'info' },
  unchanged: { label: 'Unchanged', tone: 'neutral' },
  duplicate: { label: 'Duplicate', tone: 'neutral' },
  invalid: { label: 'Invalid address', tone: 'danger' },
  skipped: { label: 'Skipped', tone: 'warning' },
}

export const countsOf = (counts: ImportSummary['counts']): ProgressCount[] =>
  Object.entries(ROW_RESULTS).map(([result, rest]) => ({ ...rest, value: counts[result as RowResult] }))

const PREVIEW_RESULTS: Record<Outcome, { label: string; tone: NonNullable<ProgressCount['tone']>; isRare?: true }> = {
  created: { label: 'New', tone: 'success' },
  updated: { label: 'Updated', tone: 'info' },
  unchanged: { label: 'Unchanged', tone: 'neutral' },
  duplicate: { label: 'Duplicate', tone: 'neutral' },
  invalid: { label: 'Invalid address', tone: 'danger' },
  suppressed: { label: 'Blocked', tone: 'warning', isRare: true },
  over_limit: { label: 'Over plan limit', tone: 'warning', isRare: true },
  blank: { label: 'Empty rows', tone: 'neutral', isRare: true },
}

export const previewCountsOf = (counts: Record<Outcome, number>): ProgressCount[] =>
  Object.entries(PREVIEW_RESULTS).flatMap(([outcome, { isRare, ...rest }]) => {
    const value = counts[outcome as Outcome]
    return isRare && value === 0 ? [] : [{ ...rest, value }]
  })

/** Counts subscribers by their new state, in one sentence. */
export function statesText(states: StateCounts): string {
  const [active, cancelled, bounced, complained, inactive] = figuresOf(states)
  return states.active === 1
    ? t`${active} becomes active, ${cancelled} unsubscribed, ${bounced} bounced, ${complained} complained, ${inactive} unconfirmed.`
    : t`${active} become active, ${cancelled} unsubscribed, ${bounced} bounced, ${complained} complained, ${inactive} unconfirmed.`
}

/** Like `statesText`, after the import. */
export function resultStatesText(states: StateCounts): string {
  const [active, cancelled, bounced, complained, inactive] = figuresOf(states)
  return t`${active} became active, ${cancelled} unsubscribed, ${bounced} bounced, ${complained} complained, ${inactive} unconfirmed.`
}

const figuresOf = ({ active, cancelled, bounced, complained, inactive }: StateCounts) =>
  [active, cancelled, bounced, complained, inactive].map(formatNumber)

/** Says what to do about rows that were not added. */
export const problemsText = (rows: number): string =>
  rows === 1
    ? t`Nothing is lost: download the row that was not added, correct it, and import that file.`
    : t`Nothing is lost: download the ${formatNumber(rows)} rows that were not added, correct them, and import that file.`
