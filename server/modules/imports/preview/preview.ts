import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../../core/page/page.ts'
import { noteReached } from '../../../core/reach.ts'
import { isoSql } from '../../../core/wire.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { countStates } from '../../subscribers/state/counts.ts'
import { checkEnrollTargets } from '../apply/forms-and-sequences.ts'
import { lockImport } from '../lock.ts'
import { checkColumns } from '../mapping/check-columns.ts'
import { resolveColumns } from '../mapping/resolve-columns.ts'
import type { ImportPreview, PreviewInput, PreviewOptions, PreviewRow, PreviewRowFilter } from '../preview-schema.ts'
import { getImport, stateCountsSql } from '../records.ts'
import { findQuestions } from '../states/questions.ts'
import { HEAD_BYTES } from '../values-schema.ts'
import { NOTED, previewSlice } from './slice.ts'

/**
 * Starts a preview with these options, or returns an identical one of the last ten minutes. Throws as starting the import would, except for
 * a missing consent source.
 */
export async function previewImport(ctx: Ctx, { id, ...given }: PreviewInput): Promise<ImportPreview | null> {
  const options: PreviewOptions = given.double_opt_in ? { ...given, state: 'inactive' } : given
  const questions = await findQuestions(ctx, await getImport(ctx, { id }), options)
  const { byte_size } = await write(ctx, async (tx) => {
    const locked = await lockImport(tx, { id, states: ['ready'], doing: 'preview' })
    await checkColumns(tx, (await resolveColumns(tx, locked.columns)).existing)
    await checkEnrollTargets(tx, given)
    const same = await tx.sql.one(
      `select 1 from import_preview where account_id = $1 and import_id = $2 and options = $3::jsonb
         and state in ('queued', 'running', 'completed') and created_at > $4::timestamptz - interval '${FRESH}'`,
      [id, JSON.stringify(options), tx.now()],
    )
    if (!same) {
      await discardPreview(tx, { id })
      await tx.sql.run(
        `insert into import_preview (account_id, import_id, options, room, created_at, questions) values ($1, $2, $3, $4, $5, $6)`,
        [id, JSON.stringify(options), await roomLeft(tx), tx.now(), JSON.stringify(questions)],
      )
      tx.emit('import.preview_requested', { import_id: id })
    }
    return locked
  })
  // A short file needs no job.
  if (byte_size <= HEAD_BYTES) await previewSlice(ctx, { id, budget_ms: 1_500 })
  return getPreview(ctx, { id })
}

/** After this time, subscribers may have changed. */
const FRESH = '10 minutes'

/** Returns the preview of an import. Null without one, or after a change of columns. */
export async function getPreview(ctx: Ctx, { id }: { id: number }): Promise<ImportPreview | null> {
  await getImport(ctx, { id })
  const row = await ctx.sql.one<ImportPreview>(
    `select v.id, v.state::text as state, v.options, v.done_rows, greatest(v.room, 0) as room, v.error, ${isoSql('v.created_at')} as created_at,
       case when v.state = 'completed' then 1
            else least(1, v.read_to::float8 / greatest(coalesce(i.text_bytes, i.byte_size), 1)) end as progress,
       json_build_object('created', v.created_count, 'updated', v.updated_count, 'unchanged', v.unchanged_count,
         'duplicate', v.duplicate_count, 'invalid', v.invalid_count, 'suppressed', v.suppressed_count,
         'over_limit', v.over_limit_count, 'blank', v.blank_count) as counts,
       ${stateCountsSql('v')} as states, v.unknown_words as unknown, v.questions,
       (select count(*)::int from import_preview_row r where r.account_id = $1 and r.preview_id = v.id and ${NOTED}) as noted_count
     from import_preview v join import i on i.account_id = v.account_id and i.id = v.import_id
     where v.account_id = $1 and v.import_id = $2`,
    [id],
  )
  return row ?? null
}

const PER_PAGE = 20

/** Lists updated subscribers with their changes, invalid rows, or rows that lose a value: the first SHOWN_ROWS, in file order. */
export async function listPreviewRows(
  ctx: Ctx,
  { id, result, cursor }: PreviewRowFilter,
): Promise<{ rows: PreviewRow[]; next: number | null }> {
  await getImport(ctx, { id })
  const preview_rows = await ctx.sql.rows<PreviewRow>(
    `select r.row_number, coalesce(r.email_address, '') as email_address, r.message, coalesce(r.changes, '[]') as values
     from import_preview_row r join import_preview v on v.account_id = r.account_id and v.id = r.preview_id
     where r.account_id = $1 and v.import_id = $2 and r.row_number > $4
       and case when $3 = 'noted' then ${NOTED} else r.result = $3 end
     order by r.row_number limit ${PER_PAGE + 1}`,
    [id, result, cursor ?? 0],
  )
  const rows = preview_rows.slice(0, PER_PAGE)
  return { rows, next: preview_rows.length > PER_PAGE ? (rows.at(-1)?.row_number ?? null) : null }
}

/** Lists the same rows for programs. */
export async function listPreviewPages(
  ctx: Ctx,
  { id, result, ...paging }: Pick<PreviewRowFilter, 'id' | 'result'> & PageQuery,
): Promise<Page<PreviewRow>> {
  await getImport(ctx, { id })
  return keysetPage<PreviewRow>(ctx.sql, paging, {
    name: 'import_preview_rows',
    view: `t.row_number, coalesce(t.email_address, '') as email_address, coalesce(t.changes, '[]') as values, t.message`,
    from: 'import_preview_row r join import_preview v on v.account_id = r.account_id and v.id = r.preview_id',
    columns: 'r.row_number, r.email_address, r.changes, r.message',
    where: ['r.account_id = $1', 'v.import_id = $2', result === 'noted' ? NOTED : `r.result = '${result}'`],
    values: [id],
    order: [{ expr: 'r.row_number', type: 'integer', dir: 'asc' }],
  })
}

/** Notes whom a program's import will reach, by the preview with its options. Throws invalid if it has none and asks for the number. */
export async function notePreviewed(ctx: Ctx, { id, ...given }: PreviewInput): Promise<void> {
  const { reach } = ctx
  if (!reach || (reach.expected === null && !reach.is_dry_run)) return
  const { consent_source: _, consent_note: __, ...options } = given
  const counts = await ctx.sql.one<{ recipients: number; suppressed: number }>(
    `select created_count + updated_count as recipients, suppressed_count as suppressed from import_preview
     where account_id = $1 and import_id = $2 and state = 'completed' and options - 'consent_source' - 'consent_note' = $3::jsonb`,
    [id, JSON.stringify(options)],
  )
  if (!counts) throw invalid('Preview the import with these options first, and wait until the preview is completed')
  noteReached(ctx, { ...counts, is_exact: true })
}

/** Stops the preview after the current batch. Its counts stay visible. */
export async function stopPreview(ctx: Ctx, { id }: { id: number }): Promise<ImportPreview | null> {
  await ctx.sql.run(
    `update import_preview set state = 'stopped' where account_id = $1 and import_id = $2 and state in ('queued', 'running')`,
    [id],
  )
  return getPreview(ctx, { id })
}

/** Resumes a stopped preview after the last counted row. */
export function resumePreview(ctx: Ctx, { id }: { id: number }): Promise<ImportPreview | null> {
  return write(ctx, async (tx) => {
    await lockImport(tx, { id, states: ['ready'], doing: 'preview' })
    const resumed = await tx.sql.run(
      `update import_preview set state = 'queued', error = null
       where account_id = $1 and import_id = $2 and state = 'stopped'`,
      [id],
    )
    if (resumed > 0) tx.emit('import.preview_requested', { import_id: id })
    return getPreview(tx, { id })
  })
}

/** Deletes the preview, which a change of columns or format invalidates, and which is useless once the import starts. */
export async function discardPreview(tx: Tx, { id }: { id: number }): Promise<void> {
  await tx.sql.run('delete from import_preview where account_id = $1 and import_id = $2', [id])
}

/** Returns the plan's room for active subscribers: negative above the limit, null without one. */
export async function roomLeft(ctx: Ctx): Promise<number | null> {
  const { subscriber_limit } = await ctx.db.account.findFirstOrThrow({ select: { subscriber_limit: true } })
  return subscriber_limit === null ? null : subscriber_limit - (await countStates(ctx)).active
}
