import type { Ctx } from '../../core/context.ts'
import { unscoped } from '../../db/client.ts'
import { runSlice } from '../../modules/imports/apply/slice.ts'
import type { StoredChanges } from '../../modules/imports/apply/stored-changes.ts'
import { appendPiece, createImport } from '../../modules/imports/file/upload.ts'
import { analyzeImport } from '../../modules/imports/mapping/analysis.ts'
import { getPreview, previewImport } from '../../modules/imports/preview/preview.ts'
import { previewSlice } from '../../modules/imports/preview/slice.ts'
import type { ImportPreview } from '../../modules/imports/preview-schema.ts'
import { getImport } from '../../modules/imports/records.ts'
import type { ColumnTarget, Import, ImportOptions, Outcome } from '../../modules/imports/schema.ts'
import { setColumns, startImport } from '../../modules/imports/service.ts'
import { HEAD_BYTES, PIECE_BYTES } from '../../modules/imports/values-schema.ts'
import { suppressionHash } from '../../modules/subscribers/state/suppression.ts'

export const IMPORT_OPTIONS: ImportOptions = {
  consent_source: 'website_form',
  consent_note: 'the footer of my site',
  tags: [],
  existing: 'update',
  state: 'active',
  form_id: null,
  sequence_id: null,
  double_opt_in: false,
  has_no_unsubscribes: false,
}

/** Uploads a file in pieces, as the browser does, and analyzes it. */
export async function uploaded(ctx: Ctx, content: Uint8Array | string, filename = 'people.csv'): Promise<Import> {
  const bytes = Buffer.from(content)
  const { id } = await createImport(ctx, { filename, byte_size: bytes.length })
  for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) {
    await appendPiece(ctx, { id, offset, bytes: bytes.subarray(offset, offset + PIECE_BYTES) })
  }
  return analyzeImport(ctx, { id })
}

/** Uploads and imports a file. By default, columns are mapped as suggested. */
export async function imported(
  ctx: Ctx,
  content: Uint8Array | string,
  { columns, filename, ...options }: Partial<ImportOptions> & { columns?: ColumnTarget[]; filename?: string } = {},
): Promise<Import> {
  const { id } = await uploaded(ctx, content, filename)
  if (columns) await setColumns(ctx, { id, columns })
  await startImport(ctx, { id, ...IMPORT_OPTIONS, ...options })
  while (await runSlice(ctx, { id }));
  return getImport(ctx, { id })
}

/** Previews an uploaded file in batches of this many rows. */
export async function previewed(
  ctx: Ctx,
  { id, batch_rows, ...options }: ImportOptions & { id: number; batch_rows: number },
): Promise<ImportPreview | null> {
  // `previewImport` counts a short file in one batch, which a larger size prevents.
  const { byte_size } = await ctx.db.import.findFirstOrThrow({ where: { id } })
  await ctx.db.import.updateMany({ where: { id }, data: { byte_size: HEAD_BYTES + 1 } })
  await previewImport(ctx, { id, ...options })
  while (await previewSlice(ctx, { id, batch_rows }));
  await ctx.db.import.updateMany({ where: { id }, data: { byte_size } })
  return getPreview(ctx, { id })
}

export const resultsOf = (ctx: Ctx, { id }: { id: number }) =>
  ctx.sql.rows<{ row_number: number; result: string; message: string | null; cells: string[] | null }>(
    `select row_number, result, message, cells from import_row where account_id = $1 and import_id = $2 order by 1`,
    [id],
  )

/** Returns each subscriber's state by the local part of the address. */
export async function statesIn(ctx: Ctx): Promise<Record<string, string>> {
  const found = await ctx.db.subscriber.findMany({
    orderBy: { id: 'asc' },
    select: { email_address: true, state: true },
  })
  return Object.fromEntries(found.map(({ email_address, state }) => [email_address.replace(/@.*/, ''), state]))
}

/** A row with the columns email, name, city, tags and status. Empty columns at the end can be omitted. */
export type Line = string

export interface ImportExample {
  /** Subscribers before the import, in the file's columns. */
  known?: Line[]
  /** Addresses previously added to the form or the sequence. `completed` ones have finished the sequence. */
  added?: { to: 'form' | 'sequence'; addresses: string[] }
  completed?: string[]
  is_repeating?: boolean
  erased?: string[]
  /** Remaining subscribers in the plan before the import. */
  room?: number
  options?: Partial<Omit<ImportOptions, 'form_id' | 'sequence_id'>> & { form?: 'single' | 'double'; sequence?: true }
  /** Each row of the file with its outcome and the labels of its changes. */
  rows: [line: Line, outcome: string][]
  /** Every subscriber after the import: state, name, city and tags. */
  after: Record<string, string>
}

const HEADER = 'Email,First name,City,Tags,Status'
const addressed = (line: Line) => line.replace(/^("?)([a-z0-9]+)/i, '$1$2@x.example')
/** Returns a file with these rows, whose addresses get a host. */
export const csv = (lines: readonly Line[]) => [HEADER, ...lines.map(addressed), ''].join('\n')

/** Prepares an account for an example. Returns the options of its import. */
export async function prepareExample(
  { ctx, account_id }: { ctx: Ctx; account_id: number },
  example: ImportExample,
): Promise<ImportOptions> {
  const { known = [], added, completed = [], is_repeating = false, erased = [], room, options = {} } = example
  const db = unscoped()
  const { form, sequence, ...import_options } = options
  const data = { account_id, name: 'F', uid: `expected-${account_id}`, double_opt_in: form === 'double' }
  const form_id = form ? (await db.form.create({ data })).id : null
  const sequence_id = sequence
    ? (await db.sequence.create({ data: { account_id, name: 'S', time_zone: 'UTC', repeat: is_repeating } })).id
    : null
  // The field and another subscriber exist in every example.
  await imported(ctx, csv(['other,,Lima', ...known]))
  if (added) {
    const targets = added.to === 'form' ? { form_id } : { sequence_id }
    await imported(ctx, csv(added.addresses), targets)
  }
  await ctx.sql.run(
    `update enrollment e set state = 'completed' from subscriber s
     where e.account_id = $1 and s.account_id = $1 and s.id = e.subscriber_id and s.email_address = any ($2::text[])`,
    [completed.map(addressed)],
  )
  await db.suppression.createMany({
    data: erased.map((name) => ({
      account_id,
      address_hash: suppressionHash(account_id, addressed(name)),
      reason: 'erased',
    })),
  })
  if (room !== undefined) {
    const active = await ctx.db.subscriber.count({ where: { state: 'active' } })
    await db.account.update({ where: { id: account_id }, data: { subscriber_limit: active + room } })
  }
  return { ...IMPORT_OPTIONS, ...import_options, form_id, sequence_id }
}

/** Returns the account's subscribers in the format of examples, without the subscriber that every example has. */
export async function subscribersOf(ctx: Ctx): Promise<Record<string, string>> {
  const rows = await ctx.sql.rows<
    Record<'email_address' | 'state' | 'first_name' | 'city', string> & {
      tags: string[]
      in_form: boolean
      run: number | null
      is_asked: boolean
    }
  >(
    `select s.email_address, s.state::text as state, s.first_name,
       s.fields ->> (select slot from custom_field where account_id = $1 and label = 'City') as city,
       (select coalesce(array_agg(t.name_folded order by 1), '{}') from tagging x join tag t on t.account_id = $1 and t.id = x.tag_id
        where x.account_id = $1 and x.subscriber_id = s.id) as tags,
       exists (select from form_subscription f where f.account_id = $1 and f.subscriber_id = s.id) as in_form,
       (select e.run from enrollment e where e.account_id = $1 and e.subscriber_id = s.id) as run,
       exists (select from confirmation c where c.account_id = $1 and c.subscriber_id = s.id) as is_asked
     from subscriber s where s.account_id = $1 and s.email_address <> 'other@x.example'`,
  )
  return Object.fromEntries(
    rows.map(({ email_address, state, first_name, city, tags, in_form, run, is_asked }) => [
      email_address.replace('@x.example', ''),
      [
        state,
        first_name,
        city,
        tags.length > 9 ? `${tags.length} tags` : tags.sort().join(','),
        in_form && 'form',
        run !== null && `run ${run}`,
        is_asked && 'asked',
      ]
        .filter(Boolean)
        .join(' '),
    ]),
  )
}

const MESSAGES: [RegExp, Outcome][] = [
  [/^Your plan's limit/, 'over_limit'],
  [/^Asked never/, 'suppressed'],
  [/^The row is empty/, 'blank'],
]

const labelsOf = (changes: StoredChanges | null): string =>
  [
    changes?.first_name && 'First name',
    changes?.fields && 'City',
    changes?.tag_ids && 'Tags',
    changes?.form_id && 'Form',
    changes?.sequence_id && 'Sequence',
    changes?.left && 'State',
  ]
    .filter(Boolean)
    .join(', ')

/** Returns the outcomes of an import, row by row. */
export async function outcomesOf(ctx: Ctx, id: number): Promise<string[]> {
  const stored_rows = await ctx.sql.rows<{ before: StoredChanges | null }>(
    'select before from import_row where account_id = $1 and import_id = $2 order by row_number',
    [id],
  )
  const rows = await resultsOf(ctx, { id })
  return rows.map(({ result, message }, at) => {
    const outcome = result === 'skipped' ? MESSAGES.find(([text]) => text.test(message ?? ''))?.[1] : result
    return [outcome, labelsOf(stored_rows[at]?.before ?? null)].filter(Boolean).join(' ')
  })
}
