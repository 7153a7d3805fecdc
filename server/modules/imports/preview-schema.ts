import { z } from 'zod'
import { named } from '../../core/wire.ts'
import { State } from '../subscribers/schema.ts'
import { ImportId, ImportOptions, ImportState, Outcome, PlannedChange, StateCounts } from './schema.ts'

/** The import's options. The consent source may be missing. */
export const PreviewOptions = ImportOptions.partial({ consent_source: true })
export type PreviewOptions = z.infer<typeof PreviewOptions>

export const PreviewInput = ImportId.extend(PreviewOptions.shape)
export type PreviewInput = z.infer<typeof PreviewInput>

/** A word of a state column that needs a user's decision. `""`: empty cells. */
export const AskedWord = z.object({ column: z.int(), word: z.string(), count: z.int() })
export type AskedWord = z.infer<typeof AskedWord>

/** A word of a state column with its interpretation. */
export const FoundWord = AskedWord.extend({
  /** Its key in the column's decisions. */
  folded: z.string(),
  state: State,
  is_known: z.boolean(),
})
export type FoundWord = z.infer<typeof FoundWord>

/** Why the import cannot start yet: subscribers who may have left would become active, or a column's dates are ambiguous. */
export const Question = z.object({
  kind: z.enum(['file_name', 'column', 'date_order']),
  column: z.int().nullable(),
  message: z.string(),
})
export type Question = z.infer<typeof Question>

/** Effect of an import on the rows read so far, which are all rows once the preview completes. */
export const ImportPreview = named('ImportPreview', {
  id: z.int(),
  state: ImportState.extract(['queued', 'running', 'stopped', 'completed', 'failed']),
  options: PreviewOptions,
  done_rows: z.int(),
  /** From 0 to 1, by bytes. */
  progress: z.number(),
  counts: z.record(Outcome, z.int()),
  /** Numbers of subscribers by their new state. */
  states: StateCounts,
  /** Words of state columns without a user's decision. */
  unknown: z.array(AskedWord),
  /** Why the import does not start yet. */
  questions: z.array(Question),
  /** Rows imported without one of their values, such as an invalid date. At most SHOWN_ROWS. */
  noted_count: z.int(),
  /** Room for active subscribers in the plan when the preview began. Null: no limit. */
  room: z.int().nullable(),
  /** Why the rest of the file cannot be read. */
  error: z.string().nullable(),
  created_at: z.string(),
})
export type ImportPreview = z.infer<typeof ImportPreview>

/** Updated subscribers have `values`; invalid rows and rows that lose a value have a `message`. */
export const PreviewRow = PlannedChange.extend({ message: z.string().nullable() }).meta({
  id: 'ImportPreviewRow',
})
export type PreviewRow = z.infer<typeof PreviewRow>

/** `cursor`: number of the previous page's last row. */
export const PreviewRowFilter = ImportId.extend({
  result: z.enum(['updated', 'invalid', 'noted']),
  cursor: z.int().nonnegative().nullish(),
})
export type PreviewRowFilter = z.infer<typeof PreviewRowFilter>
export const PreviewRowQuery = z.object({ result: PreviewRowFilter.shape.result.default('updated') })

const NotedRow = z.object({ row_number: z.int(), email_address: z.string(), message: z.string() })

/** Effect of the file's beginning. */
export const ImportCheck = named('ImportCheck', {
  rows: z.int(),
  /** True if `rows` is the whole file. */
  complete: z.boolean(),
  counts: z.record(Outcome, z.int()),
  states: StateCounts,
  /** Words of state columns, unknown ones first. */
  words: z.array(FoundWord),
  questions: z.array(Question),
  /** Room for active subscribers in the plan. Null: no limit. */
  room: z.int().nullable(),
  /** The first subscribers with changes. */
  changes: z.array(PlannedChange),
  problems: z.array(NotedRow),
  /** Rows imported without one of their values, such as an invalid date. */
  noted_count: z.int(),
  notes: z.array(NotedRow),
})
export type ImportCheck = z.infer<typeof ImportCheck>
