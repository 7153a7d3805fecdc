import { z } from 'zod'
import { ImportId, ImportOptions, ImportState, PlannedChange } from './schema.ts'

/** What would become of a row. */
export const Prediction = z.enum([
  'created',
  'updated',
  'unchanged',
  'duplicate',
  'invalid',
  /** Asked never to be mailed again. */
  'suppressed',
  /** New, and the plan has no room. */
  'over_limit',
  'blank',
])
export type Prediction = z.infer<typeof Prediction>

/** The import's options; how people agreed may still be open. */
export const PreviewOptions = ImportOptions.partial({ consent_source: true })
export type PreviewOptions = z.infer<typeof PreviewOptions>

export const PreviewInput = ImportId.extend(PreviewOptions.shape)
export type PreviewInput = z.infer<typeof PreviewInput>

/** So many people who would be different, and so many bad rows, are shown one by one; all are counted. */
export const SHOWN_ROWS = 1_000

/** What an import would do with the rows that were read so far; with all of them once it is completed. */
export const ImportPreview = z.object({
  id: z.int(),
  state: ImportState.extract(['queued', 'running', 'stopped', 'completed', 'failed']),
  options: PreviewOptions,
  done_rows: z.int(),
  /** From 0 to 1, by the bytes that were read. */
  progress: z.number(),
  counts: z.record(Prediction, z.int()),
  /** How many more people the plan held when it was begun; null without a limit. */
  room: z.int().nullable(),
  /** Why the file cannot be read to its end. */
  error: z.string().nullable(),
  created_at: z.string(),
})
export type ImportPreview = z.infer<typeof ImportPreview>

/** `values` of somebody who would be different, `message` of a row that is refused. */
export const PreviewRow = PlannedChange.extend({ message: z.string().nullable() })
export type PreviewRow = z.infer<typeof PreviewRow>

/** `cursor` is the number of the last row seen. */
export const PreviewRowFilter = ImportId.extend({
  verdict: z.enum(['updated', 'invalid']),
  cursor: z.int().nonnegative().nullish(),
})
export type PreviewRowFilter = z.infer<typeof PreviewRowFilter>

const NotedRow = z.object({ row_number: z.int(), email_address: z.string(), message: z.string() })

/** What the first part of the file would do. */
export const ImportCheck = z.object({
  rows: z.int(),
  /** Whether `rows` is the whole file. */
  complete: z.boolean(),
  counts: z.record(Prediction, z.int()),
  /** How many more people the plan holds; null without a limit. */
  room: z.int().nullable(),
  /** The first who would be different. */
  changes: z.array(PlannedChange),
  problems: z.array(NotedRow),
  /** People who are taken without one of their values: a date that is none, a text that is too long. */
  noted_count: z.int(),
  notes: z.array(NotedRow),
})
export type ImportCheck = z.infer<typeof ImportCheck>
