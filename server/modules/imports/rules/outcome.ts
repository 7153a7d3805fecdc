import type { State } from '../../subscribers/schema.ts'
import type { ReadRow } from '../mapping/columns.ts'
import type { Outcome, RowResult } from '../schema.ts'
import type { DecidedRow } from './decide.ts'

/** Actual or predicted effect of an accepted row. */
export interface WrittenRow {
  /** Null: the subscriber does not exist yet. */
  id: number | null
  is_new: boolean
  /** True if anything about an existing subscriber changes. */
  is_changed: boolean
  /** The state of a new subscriber, or of one who left. */
  became?: State | undefined
  note?: string | undefined
}

/** Outcome of a row, and its reason. */
export interface RowOutcome<Written extends WrittenRow = WrittenRow> {
  row: ReadRow
  outcome: Outcome
  /** The subscriber of the row, if there is one. */
  id: number | null
  message: string | undefined
  written?: Written | undefined
}

/** The stored result of an outcome. */
export const RESULT_OF: Record<Outcome, RowResult> = {
  created: 'created',
  updated: 'updated',
  unchanged: 'unchanged',
  duplicate: 'duplicate',
  invalid: 'invalid',
  suppressed: 'skipped',
  over_limit: 'skipped',
  blank: 'skipped',
}

/** Returns the outcome of a decided row. `limit`: the plan's, for the message. */
export function outcomeOf<Written extends WrittenRow>(
  { row, decision, known }: DecidedRow,
  { written, limit }: { written: Written | undefined; limit: number | null },
): RowOutcome<Written> {
  const id = known?.id ?? null
  switch (decision) {
    case 'invalid':
    case 'blank':
      return { row, outcome: decision, id, message: row.message }
    case 'suppressed':
      return { row, outcome: decision, id, message: 'Asked never to be emailed again' }
    case 'over_limit':
      return { row, outcome: decision, id, message: `Your plan's limit of ${limit} subscribers is reached` }
    case 'duplicate':
      return { row, outcome: decision, id, message: 'An earlier row of the file has the same address and was used' }
    case 'left_unchanged':
      return { row, outcome: 'unchanged', id, message: 'Was already a subscriber and was not changed' }
    case 'accepted': {
      const notes = [KEPT_STATES[known?.state ?? 'active'], row.message, written?.note].filter(Boolean)
      const outcome = written?.is_new ? 'created' : written?.is_changed ? 'updated' : 'unchanged'
      return { row, outcome, id: written?.id ?? null, message: notes.join('; ') || undefined, written }
    }
  }
}

/** Imports never reactivate a subscriber who unsubscribed, bounced or complained. */
const KEPT_STATES: Partial<Record<State, string>> = {
  cancelled: 'Has unsubscribed and stays unsubscribed',
  bounced: 'Email to this address bounced, and none will be sent',
  complained: 'Reported an email as spam, and none will be sent',
}
