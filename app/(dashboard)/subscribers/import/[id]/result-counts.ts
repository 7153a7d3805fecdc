import type { ProgressCount } from '@/components/progress-panel'
import type { ImportSummary, Verdict } from '@/server/modules/imports/schema.ts'

export const VERDICTS: Record<Verdict, { label: string; tone: NonNullable<ProgressCount['tone']> }> = {
  created: { label: 'New', tone: 'success' },
  updated: { label: 'Updated', tone: 'success' },
  unchanged: { label: 'Unchanged', tone: 'neutral' },
  duplicate: { label: 'Twice in the file', tone: 'neutral' },
  invalid: { label: 'Invalid address', tone: 'danger' },
  skipped: { label: 'Passed over', tone: 'warning' },
}

export const countsOf = (counts: ImportSummary['counts']): ProgressCount[] =>
  Object.entries(VERDICTS).map(([verdict, look]) => ({ ...look, value: counts[verdict as Verdict] }))
