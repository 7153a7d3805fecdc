import type { State } from '../../subscribers/schema.ts'
import type { ReadRow } from '../mapping/columns.ts'
import type { ImportOptions } from '../schema.ts'
import type { RowOutcome } from './row-outcomes.ts'
import type { Known, ValueChange } from './stored-changes.ts'

/** What a batch has found out about the addresses of its rows. */
interface Findings {
  options: Pick<ImportOptions, 'existing'>
  /** The first row of each valid address. */
  firsts: ReadonlyMap<string, ReadRow>
  known: Known
  suppressed: ReadonlySet<string>
  /** Why some addresses are skipped. */
  refused: ReadonlyMap<string, string>
  saved: ReadonlyMap<string, SavedRow>
}

/** What became of the person of a row. */
export interface SavedRow {
  /** Null while they are not created. */
  id: number | null
  verdict: 'created' | 'updated' | 'unchanged'
  note?: string | undefined
  /** What an undoing puts back; only of people who were here before. */
  before?: ValueChange | undefined
}

/** The rows by address, without those that have none or come again. */
export function firstRows(rows: readonly ReadRow[]): Map<string, ReadRow> {
  const firsts = new Map<string, ReadRow>()
  for (const row of rows) if (row.subscriber && !firsts.has(row.email_address)) firsts.set(row.email_address, row)
  return firsts
}

/** What is recorded of a row. */
export function outcomeOf(row: ReadRow, { options, firsts, known, suppressed, refused, saved }: Findings): RowOutcome {
  const { email_address, subscriber: person } = row
  if (suppressed.has(email_address)) {
    // An erased address is not stored again, neither here nor as a row to put right.
    return { row, verdict: 'skipped', id: null, message: 'Asked never to be mailed again', is_nameless: true }
  }
  if (!person) return { row, verdict: row.blank ? 'skipped' : 'invalid', id: null, message: row.message }
  const earlier = known.get(email_address)
  // Each of their rows, wherever a batch ends.
  const refusal = refused.get(email_address)
  if (refusal) return { row, verdict: 'skipped', id: earlier?.id ?? null, message: refusal }
  if (firsts.get(email_address) !== row || earlier?.is_done) {
    return {
      row,
      verdict: 'duplicate',
      id: earlier?.id ?? null,
      message: 'The address stands further up in the file: that row counts',
    }
  }
  if (earlier && options.existing === 'leave') {
    return { row, verdict: 'unchanged', id: earlier.id, message: 'Is a subscriber already and was left as is' }
  }
  const notes = [STAYS[earlier?.state ?? 'active'], row.message].filter((note) => note !== undefined)
  const { id, verdict, note, before } = saved.get(email_address) ?? { id: null, verdict: 'unchanged' as const }
  if (note) notes.push(note)
  return { row, verdict, id, message: notes.length > 0 ? notes.join('; ') : undefined, before }
}

/** An import never brings anybody back who left, bounced or complained. */
const STAYS: Partial<Record<State, string>> = {
  cancelled: 'Has unsubscribed and stays unsubscribed',
  bounced: 'Mail to this address bounced: it stays unmailed',
  complained: 'Marked a mail as spam: stays unmailed',
}
