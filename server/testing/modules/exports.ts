import type { Ctx } from '../../core/context.ts'
import { fileBytes } from '../../modules/exports/file/file.ts'
import { runExport } from '../../modules/exports/run.ts'
import type { Export, NewExport } from '../../modules/exports/schema.ts'
import { getExport, requestExport } from '../../modules/exports/service.ts'

export async function exported(ctx: Ctx, input: NewExport): Promise<{ file: Export; bytes: Buffer }> {
  const { id } = await requestExport(ctx, input)
  await runExport(ctx, { id })
  const file = await getExport(ctx, { id })
  return { file, bytes: await downloaded(ctx, file) }
}

export async function downloaded(ctx: Ctx, { id, byte_size }: Pick<Export, 'id' | 'byte_size'>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of fileBytes(ctx, { id, start: 0, end: byte_size - 1 })) pieces.push(piece)
  return Buffer.concat(pieces)
}
