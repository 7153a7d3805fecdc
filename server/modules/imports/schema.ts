import { z } from 'zod'
import { Flag, Id, named, OptionalId } from '../../core/wire.ts'
import { CSV_ENCODINGS } from '../../lib/csv/encodings.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import { DATE_ORDERS } from '../../lib/time/written-date.ts'
import { CustomFieldInput, Format } from '../custom-fields/schema.ts'
import { STATES } from '../subscribers/values-schema.ts'
import { CONSENT_SOURCES } from './values-schema.ts'

export const MAX_FILE_BYTES = 300 * 2 ** 20
/** Rows of the file shown during mapping. */
export const SAMPLE_ROWS = 10
/** Maximum number of words of a column with a user's decision. */
const MAX_DECIDED_WORDS = 500
/** With more new tags, the column probably has no tags. Further tags are ignored, with a note on the row. */
export const MAX_NEW_TAGS = 1_000
/** Days after its end during which an import can be undone. */
export const UNDO_DAYS = 7

/** Columns of a result file before the file's own, ignored when it is imported again. */
export const RESULT_COLUMNS: readonly string[] = [
  'Import row',
  'Import result',
  'Import reason',
  'Import address',
  'Import undone',
]

export const Encoding = z.enum(CSV_ENCODINGS)
export type Encoding = z.infer<typeof Encoding>
/** A sample of the file in an encoding. */
export const Reading = z.object({ encoding: Encoding, sample: z.string() })
export type Reading = z.infer<typeof Reading>
export const Separator = z.enum([',', ';', '\t', '|'])
export type Separator = z.infer<typeof Separator>

const WrittenOrder = z.enum(DATE_ORDERS)

const State = z.enum(STATES)
const TagSeparator = z.enum([',', ';', '|'])
export type TagSeparator = z.infer<typeof TagSeparator>

/** A column that says who may get email. */
export const StateColumn = z.object({
  target: z.literal('state'),
  /** Meanings of yes and no. A date means yes since then. */
  yes: State.optional(),
  no: State.optional(),
  /** A user's decisions about the column's words, by folded word. `""`: empty cells. */
  words: z
    .record(z.string().max(200), State)
    .refine((words) => Object.keys(words).length <= MAX_DECIDED_WORDS, 'Decide on at most 500 words of a column')
    .optional(),
  date_order: WrittenOrder.optional(),
  /** All other cells mean active, so an empty one does not. */
  empty: z.literal('unknown').optional(),
})
export type StateColumn = z.infer<typeof StateColumn>

/** Target of a column. */
export const ColumnTarget = z.discriminatedUnion('target', [
  z.object({ target: z.literal('ignore') }),
  z.object({ target: z.literal('email_address') }),
  z.object({ target: z.literal('first_name') }),
  z.object({ target: z.literal('tags'), separator: TagSeparator.optional() }),
  StateColumn,
  /** `date_order`: missing until a user decides. */
  z.object({ target: z.literal('created_at'), date_order: WrittenOrder.optional() }),
  /** `date_order`: only for a date field. */
  z.object({ target: z.literal('field'), custom_field_id: Id, date_order: WrittenOrder.optional() }),
  /** Text, unless it has a `type`. `date_order`: only for a date field. */
  z.object({
    target: z.literal('new_field'),
    label: CustomFieldInput.shape.label,
    type: Format.shape.type.unwrap().optional(),
    choices: Format.shape.choices.unwrap().optional(),
    date_order: WrittenOrder.optional(),
  }),
])
export type ColumnTarget = z.infer<typeof ColumnTarget>

export const ConsentSource = z.enum(Object.keys(CONSENT_SOURCES) as [keyof typeof CONSENT_SOURCES], {
  error: 'Say how these subscribers agreed to receive email from you',
})

/** Treatment of existing subscribers. */
export const ExistingSubscribers = z.enum(['update', 'leave'])

/** State of new subscribers. Existing ones keep theirs. */
export const NewState = z.enum(['active', 'inactive', 'cancelled'])

export const TagNames = z
  .array(z.string().overwrite(singleLine).trim().min(1).max(255, 'A tag name is too long (maximum is 255 characters)'))
  .max(50, 'Name at most 50 tags')

export const ImportOptions = z.object({
  consent_source: ConsentSource,
  consent_note: z.string().trim().max(1_000, 'The note is too long (maximum is 1000 characters)').default(''),
  /** Names; tags that do not exist are created. */
  tags: TagNames.default([]),
  existing: ExistingSubscribers.default('update'),
  state: NewState.default('active'),
  /** New and existing subscribers are added to the form and the sequence. */
  form_id: OptionalId.default(null),
  sequence_id: OptionalId.default(null),
  /** New subscribers are unconfirmed, and the form's confirmation email asks them to confirm (L8). */
  double_opt_in: z.boolean().default(false),
  /** The user says that no one left, although the file's name or an ignored column suggests it. */
  has_no_unsubscribes: z.boolean().default(false),
})
export type ImportOptions = z.infer<typeof ImportOptions>

export const ImportState = z.enum([
  'uploading',
  'ready',
  'queued',
  'running',
  'stopping',
  'stopped',
  'completed',
  'failed',
])
export type ImportState = z.infer<typeof ImportState>

export const RowResult = z.enum(['created', 'updated', 'unchanged', 'duplicate', 'invalid', 'skipped'])
export type RowResult = z.infer<typeof RowResult>

/** Outcome of a row: its result, with the reason for skipping. */
export const Outcome = z.enum([
  'created',
  'updated',
  'unchanged',
  'duplicate',
  'invalid',
  /** Erased, so it must never get email. */
  'suppressed',
  /** New, beyond the plan's limit. */
  'over_limit',
  'blank',
])
export type Outcome = z.infer<typeof Outcome>

/** Numbers of subscribers by state. */
export const StateCounts = z.record(State, z.int())
export type StateCounts = z.infer<typeof StateCounts>

export const ImportSummary = named('Import', {
  id: z.int(),
  filename: z.string(),
  state: ImportState,
  byte_size: z.int(),
  received_bytes: z.int(),
  /** Exact if the file is short or was read, otherwise estimated from its beginning. */
  total_rows: z.int().nullable(),
  done_rows: z.int(),
  /** From 0 to 1, by bytes. */
  progress: z.number(),
  counts: z.record(RowResult, z.int()),
  /** Numbers of subscribers by state given by the import. */
  states: StateCounts,
  noted_count: z.int(),
  /** Null: no undo was requested. */
  undo: z
    .object({
      state: z.enum(['queued', 'running', 'stopped', 'completed']),
      removed: z.int(),
      restored: z.int(),
      kept: z.int(),
      done_rows: z.int(),
    })
    .nullable(),
  /** Deadline for undo. Null: already passed. */
  undo_until: z.string().nullable(),
  error: z.string().nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  completed_at: z.string().nullable(),
})
export type ImportSummary = z.infer<typeof ImportSummary>

export const Import = ImportSummary.extend({
  encoding: Encoding.nullable(),
  separator: Separator.nullable(),
  has_header: z.boolean(),
  headers: z.array(z.string()),
  /** The first rows of the file. */
  sample: z.array(z.array(z.string())),
  columns: z.array(ColumnTarget),
  options: ImportOptions.nullable(),
  /** A completed import of the same bytes. */
  same_file: z.object({ id: z.int(), completed_at: z.string() }).nullable(),
  /** A stopped import of the same bytes that can be resumed. */
  stopped_file: z.object({ id: z.int(), done_rows: z.int() }).nullable(),
}).meta({ id: 'ImportDetail' })
export type Import = z.infer<typeof Import>

export const NewImport = z.object({
  filename: z
    .string()
    .overwrite(singleLine)
    .trim()
    .min(1, "The file's name can't be blank")
    .max(255, "The file's name is too long"),
  byte_size: z
    .int()
    .min(1, 'This file is empty')
    .max(MAX_FILE_BYTES, 'This file is larger than 300 MB. Split it and import the parts one after the other.'),
  /** SHA-256 over the SHA-256 of the file's pieces, which identifies an interrupted upload of the same file. */
  fingerprint: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})
export type NewImport = z.infer<typeof NewImport>

/** A file from a program: the bytes as a part of a form, an address to copy it from, or its size, if it comes in pieces. */
export const FileInput = NewImport.omit({ fingerprint: true })
  .partial()
  .extend({
    file: z.file('must be a file of multipart/form-data').meta({ type: 'string', format: 'binary' }).optional(),
    url: z
      .string()
      .max(2_000, 'must have at most 2000 characters')
      .refine((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''), 'must be an address that begins with https://')
      .optional(),
  })
export type FileInput = z.infer<typeof FileInput>

export const PieceInput = z.object({
  offset: z
    .preprocess(
      (value) => (typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value),
      z.int({ error: 'must be a number of bytes' }).min(0, 'must be at least 0').max(MAX_FILE_BYTES, 'is too large'),
    )
    .meta({ type: 'integer', minimum: 0 }),
  piece: z.file('must be a file of multipart/form-data').meta({ type: 'string', format: 'binary' }),
})
export type PieceInput = z.infer<typeof PieceInput>

export const ReceivedBytes = z.object({ received_bytes: z.int() })

export const ImportId = z.object({ id: Id })

export const FormatInput = ImportId.extend({
  encoding: Encoding.optional(),
  separator: Separator.optional(),
  has_header: z.boolean().optional(),
})
export type FormatInput = z.infer<typeof FormatInput>

export const MAX_COLUMNS = 1_000

export const MappingInput = ImportId.extend({ columns: z.array(ColumnTarget).max(MAX_COLUMNS) })
export type MappingInput = z.infer<typeof MappingInput>

/** A subscriber with changes, value by value. */
export const PlannedChange = z.object({
  row_number: z.int(),
  email_address: z.string(),
  values: z.array(z.object({ label: z.string(), before: z.string().nullable(), after: z.string() })),
})
export type PlannedChange = z.infer<typeof PlannedChange>

/** Requires a note for "Something else". */
export function requireTexts(
  { consent_source, consent_note }: Pick<ImportOptions, 'consent_source' | 'consent_note'>,
  refuse: z.RefinementCtx,
): void {
  if (consent_source !== 'other' || consent_note.length >= 10) return
  refuse.addIssue({
    code: 'custom',
    path: ['consent_note'],
    message: 'Say in a few words how these subscribers agreed to receive email from you',
  })
}

export const StartInput = ImportId.extend(ImportOptions.shape).superRefine(requireTexts)
export type StartInput = z.infer<typeof StartInput>

export const ImportFilter = z.object({ after: OptionalId.optional() })
export type ImportFilter = z.infer<typeof ImportFilter>

export const ProblemRow = z.object({
  row_number: z.int(),
  result: RowResult,
  message: z.string().nullable(),
  email_address: z.string().nullable(),
})
export type ProblemRow = z.infer<typeof ProblemRow>

/** A row of the file with its result. `cells`: of a row that was not applied or has a note. `undone`: what its undo did. */
export const ImportRow = ProblemRow.extend({
  undone: z.string().nullable(),
  cells: z.array(z.string()).nullable(),
}).meta({
  id: 'ImportRow',
})
export type ImportRow = z.infer<typeof ImportRow>

export const ImportRowFilter = z.object({
  only_problems: Flag.default(false).meta({ type: 'boolean', description: 'Only rows that were not applied.' }),
})
export type ImportRowFilter = z.infer<typeof ImportRowFilter>

/** `cursor`: number of the previous page's last row. */
export const ProblemFilter = ImportId.extend({ cursor: z.int().nonnegative().nullish() })
export type ProblemFilter = z.infer<typeof ProblemFilter>
