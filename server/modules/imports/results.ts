import type { Ctx } from '../../core/context.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import { CSV_BYTE_ORDER_MARK, csvLine } from '../../lib/csv/write.ts'
import { getImport } from './records.ts'
import {
  type ImportRow,
  type ImportRowFilter,
  type ProblemFilter,
  type ProblemRow,
  RESULT_COLUMNS,
  type RowResult,
} from './schema.ts'
import { PROBLEMS } from './values-schema.ts'

const PAGE = 2_000

interface ResultRow {
  row_number: number
  result: RowResult
  message: string | null
  email_address: string | null
  undone: string | null
  cells: string[] | null
}

/**
 * Yields the result file: one line per row, with the original cells of rows that were not applied. With `problems`, only those rows, for
 * correction and another import.
 */
export async function* importResult(
  ctx: Ctx,
  { id, problems }: { id: number; problems: boolean },
): AsyncGenerator<string> {
  const { headers } = await getImport(ctx, { id })
  yield CSV_BYTE_ORDER_MARK + csvLine([...RESULT_COLUMNS, ...headers])
  for (let after = 0; ; ) {
    const rows = await ctx.sql.rows<ResultRow>(
      `select row_number, result, message, email_address, undone, cells from import_row
       where account_id = $1 and import_id = $2 and row_number > $3 ${problems ? `and ${IS_PROBLEM}` : ''}
       order by row_number limit ${PAGE}`,
      [id, after],
    )
    if (rows.length === 0) return
    yield rows
      .map((row) =>
        csvLine([row.row_number, row.result, row.message, row.email_address, row.undone, ...(row.cells ?? [])]),
      )
      .join('')
    after = rows.at(-1)?.row_number ?? after
  }
}

const SHOWN = 20

/** Lists rows that were not applied or have a note, in file order, twenty per page. */
export async function listProblems(
  ctx: Ctx,
  { id, cursor }: ProblemFilter,
): Promise<{ rows: ProblemRow[]; next: number | null }> {
  await getImport(ctx, { id })
  const problem_rows = await ctx.sql.rows<ProblemRow>(
    `select row_number, result, message, email_address from import_row
     where account_id = $1 and import_id = $2 and row_number > $3 and cells is not null
     order by row_number limit ${SHOWN + 1}`,
    [id, cursor ?? 0],
  )
  const rows = problem_rows.slice(0, SHOWN)
  return { rows, next: problem_rows.length > SHOWN ? (rows.at(-1)?.row_number ?? null) : null }
}

/** Lists the rows of the result for programs, in file order. Throws not_found. */
export async function listRows(
  ctx: Ctx,
  { id, only_problems, ...paging }: ImportRowFilter & PageQuery & { id: number },
): Promise<Page<ImportRow>> {
  await getImport(ctx, { id })
  return keysetPage<ImportRow>(ctx.sql, paging, {
    name: 'import_rows',
    view: 't.row_number, t.result, t.message, t.email_address, t.undone, t.cells',
    from: 'import_row t',
    where: ['t.account_id = $1', 't.import_id = $2', ...(only_problems ? [IS_PROBLEM] : [])],
    values: [id],
    order: [{ expr: 't.row_number', type: 'integer', dir: 'asc' }],
  })
}

const IS_PROBLEM = `cells is not null and result = any ('{${PROBLEMS}}')`
