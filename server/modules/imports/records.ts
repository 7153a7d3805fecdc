import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import { isoSql } from '../../core/wire.ts'
import { STATES } from '../subscribers/values-schema.ts'
import { type Import, type ImportFilter, type ImportSummary, UNDO_DAYS } from './schema.ts'

/** Returns all data of an import's pages. Throws not_found. */
export async function getImport(ctx: Ctx, { id }: { id: number }): Promise<Import> {
  const row = await ctx.sql.one<Import>(
    `select ${SUMMARY}, i.encoding, i.separator, i.has_header,
            coalesce(i.headers, '[]') as headers, coalesce(i.sample, '[]') as sample,
            coalesce(i.mapping, '[]') as columns, nullif(i.options, '{}') as options,
            (select json_build_object('id', o.id, 'completed_at', ${isoSql('o.completed_at')}) from import o
             where o.account_id = i.account_id and o.content_hash = i.content_hash and o.id <> i.id
               and o.state = 'completed' and o.undo_state is null and o.completed_at < coalesce(i.started_at, 'infinity')
             order by o.completed_at desc limit 1) as same_file,
            (select json_build_object('id', o.id, 'done_rows', o.done_rows) from import o
             where o.account_id = i.account_id and o.content_hash = i.content_hash and o.id <> i.id
               and o.state = 'stopped' and o.undo_state is null
             order by o.id desc limit 1) as stopped_file
     from import i where i.account_id = $1 and i.id = $2`,
    [id],
  )
  if (!row) throw notFound()
  return row
}

/** Returns only what changes during an import. The page polls it every second. */
export async function getImportProgress(ctx: Ctx, { id }: { id: number }): Promise<ImportSummary> {
  const row = await ctx.sql.one<ImportSummary>(
    `select ${SUMMARY} from import i where i.account_id = $1 and i.id = $2`,
    [id],
  )
  if (!row) throw notFound()
  return row
}

const PER_PAGE = 20

/** Lists imports, newest first, twenty per page. `after`: id of the previous page's last import. */
export async function listImports(
  ctx: Ctx,
  { after }: ImportFilter,
): Promise<{ imports: ImportSummary[]; next: number | null }> {
  const rows = await ctx.sql.rows<ImportSummary>(
    `select ${SUMMARY} from import i where i.account_id = $1 and i.id < $2 order by i.id desc limit ${PER_PAGE + 1}`,
    [after ?? 2_147_483_647],
  )
  const imports = rows.slice(0, PER_PAGE)
  return { imports, next: rows.length > PER_PAGE ? (imports.at(-1)?.id ?? null) : null }
}

/** Lists imports for programs, newest first. */
export const listImportPages = (ctx: Ctx, paging: PageQuery): Promise<Page<ImportSummary>> =>
  keysetPage<ImportSummary>(ctx.sql, paging, {
    name: 'imports',
    view: `${SUMMARY} from (select t.*) i`,
    from: 'import t',
    where: ['t.account_id = $1'],
    values: [],
    order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
  })

/** SQL of the numbers of subscribers by state in a row of an import or preview. */
export const stateCountsSql = (row: string): string =>
  `json_build_object(${STATES.map((state) => `'${state}', ${row}.${state}_count`).join(', ')})`

const SUMMARY = `
  i.id, i.filename, i.state::text as state, i.byte_size, i.received_bytes, i.total_rows, i.done_rows,
  case when i.state = 'completed' then 1
       else least(1, i.read_to::float8 / greatest(coalesce(i.text_bytes, i.byte_size), 1)) end as progress,
  json_build_object('created', i.created_count, 'updated', i.updated_count, 'unchanged', i.unchanged_count,
    'duplicate', i.duplicate_count, 'invalid', i.invalid_count, 'skipped', i.skipped_count) as counts,
  ${stateCountsSql('i')} as states,
  i.noted_count, case when i.undo_state is not null then json_build_object('state', i.undo_state, 'removed', i.removed_count,
    'restored', i.restored_count, 'kept', i.kept_count, 'done_rows', i.undone_rows) end as undo,
  case when i.state in ('completed', 'stopped', 'failed') and i.done_rows > 0 and i.undo_state is null
    then ${isoSql(`(coalesce(i.completed_at, i.updated_at) + interval '${UNDO_DAYS} days')`)} end as undo_until, i.error, ${isoSql('i.created_at')} as created_at, ${isoSql('i.started_at')} as started_at,
  ${isoSql('i.completed_at')} as completed_at`
