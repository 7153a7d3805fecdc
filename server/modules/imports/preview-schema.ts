import { z } from 'zod'
import { State } from '../subscribers/schema.ts'
import { ImportId, ImportOptions, ImportState, Outcome, PlannedChange, StateCounts } from './schema.ts'

/** The import's options. The consent source may still be missing. */
export const PreviewOptions = ImportOptions.partial({ consent_source: true })
export type PreviewOptions = z.infer<typeof PreviewOptions>

export const PreviewInput = ImportId.extend(PreviewOptions.shape)
export type PreviewInput = z.infer<typeof PreviewInput>

/** A word of a state column on which a user has to decide; `""` for empty cells. */
export const AskedWord = z.object({ column: z.int(), word: z.string(), count: z.int() })
export type AskedWord = z.infer<typeof AskedWord>

/** A word of a state column with what it is read as. */
export const FoundWord = AskedWord.extend({
  /** Its key in the decisions of the column. */
  folded: z.string(),
  state: State,
  is_known: z.boolean(),
})
export type FoundWord = z.infer<typeof FoundWord>

/** A reason not to start: subscribers who may have left would become active, or a column's dates allow two readings. */
export const Question = z.object({
  kind: z.enum(['file_name', 'column', 'date_order']),
  column: z.int().nullable(),
  message: z.string(),
})
export type Question = z.infer<typeof Question>

/** Effect of an import on the rows read so far: all rows once the preview is completed. */
export const ImportPreview = z.object({
  id: z.int(),
  state: ImportState.extract(['queued', 'running', 'stopped', 'completed', 'failed']),
  options: PreviewOptions,
  done_rows: z.int(),
  /** From 0 to 1, by bytes read. */
  progress: z.number(),
  counts: z.record(Outcome, z.int()),
  /** Number of subscribers that the import would give each state. */
  states: StateCounts,
  /** Words of state columns on which a user has not decided. */
  unknown: z.array(AskedWord),
  /** Why the import does not start yet. */
  questions: z.array(Question),
  /** Rows that are imported without one of their values, for example an invalid date: SHOWN_ROWS at most. */
  noted_count: z.int(),
  /** Number of further active subscribers that the plan allowed when the preview began; null without a limit. */
  room: z.int().nullable(),
  /** Why the rest of the file cannot be read. */
  error: z.string().nullable(),
  created_at: z.string(),
})
export type ImportPreview = z.infer<typeof ImportPreview>

/** An updated subscriber has `values`, an invalid row and one that loses a value a `message`. */
export const PreviewRow = PlannedChange.extend({ message: z.string().nullable() })
export type PreviewRow = z.infer<typeof PreviewRow>

/** `cursor` is the number of the last row on the page before. */
export const PreviewRowFilter = ImportId.extend({
  result: z.enum(['updated', 'invalid', 'noted']),
  cursor: z.int().nonnegative().nullish(),
})
export type PreviewRowFilter = z.infer<typeof PreviewRowFilter>

const NotedRow = z.object({ row_number: z.int(), email_address: z.string(), message: z.string() })

/** Effect of the beginning of the file. */
export const ImportCheck = z.object({
  rows: z.int(),
  /** True if `rows` is the whole file. */
  complete: z.boolean(),
  counts: z.record(Outcome, z.int()),
  states: StateCounts,
  /** The words of state columns, unknown ones first. */
  words: z.array(FoundWord),
  questions: z.array(Question),
  /** Number of further active subscribers that the plan allows; null without a limit. */
  room: z.int().nullable(),
  /** The first subscribers that would change. */
  changes: z.array(PlannedChange),
  problems: z.array(NotedRow),
  /** Rows that are imported without one of their values, for example an invalid date. */
  noted_count: z.int(),
  notes: z.array(NotedRow),
})
export type ImportCheck = z.infer<typeof ImportCheck>
