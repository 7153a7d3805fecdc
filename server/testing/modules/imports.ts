import type { Ctx } from '../../core/context.ts'
import { runSlice } from '../../modules/imports/apply/slice.ts'
import { appendPiece, createImport } from '../../modules/imports/file/upload.ts'
import { analyzeImport } from '../../modules/imports/mapping/analysis.ts'
import { getImport } from '../../modules/imports/records.ts'
import { type ColumnTarget, type Import, type ImportOptions, PIECE_BYTES } from '../../modules/imports/schema.ts'
import { setColumns, startImport } from '../../modules/imports/service.ts'

export const IMPORT_OPTIONS: ImportOptions = {
  consent_source: 'website_form',
  consent_note: 'the footer of my site',
  tags: [],
  existing: 'update',
  state: 'active',
  form_id: null,
  sequence_id: null,
  double_opt_in: false,
}

/** Uploads a file in pieces, as the browser does, and analyzes it. */
export async function uploaded(ctx: Ctx, content: Uint8Array | string): Promise<Import> {
  const bytes = Buffer.from(content)
  const { id } = await createImport(ctx, { filename: 'people.csv', byte_size: bytes.length })
  for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) {
    await appendPiece(ctx, { id, offset, bytes: bytes.subarray(offset, offset + PIECE_BYTES) })
  }
  return analyzeImport(ctx, { id })
}

/** Uploads and imports a file. Columns are mapped as suggested by default. */
export async function imported(
  ctx: Ctx,
  content: Uint8Array | string,
  { columns, ...options }: Partial<ImportOptions> & { columns?: ColumnTarget[] } = {},
): Promise<Import> {
  const { id } = await uploaded(ctx, content)
  if (columns) await setColumns(ctx, { id, columns })
  await startImport(ctx, { id, ...IMPORT_OPTIONS, ...options })
  while (await runSlice(ctx, { id }));
  return getImport(ctx, { id })
}

export const resultsOf = (ctx: Ctx, { id }: { id: number }) =>
  ctx.sql.rows<{ row_number: number; result: string; message: string | null; cells: string[] | null }>(
    `select row_number, result, message, cells from import_row where account_id = $1 and import_id = $2 order by 1`,
    [id],
  )
