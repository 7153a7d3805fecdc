import type { Ctx } from '../../../core/context.ts'
import { invalid, rateLimited } from '../../../core/errors.ts'
import { beginning, storable } from '../../../core/wire.ts'
import { processSingleton } from '../../../lib/concurrency/process-singleton.ts'
import { t } from '../../../lib/locale/texts.ts'
import { copyFromWeb } from '../../throttle/copy-from-web.ts'
import { analyzeImport } from '../mapping/analysis.ts'
import type { FileInput, Import, PieceInput } from '../schema.ts'
import { PIECE_BYTES } from '../values-schema.ts'
import { appendPiece, createImport } from './upload.ts'

/** Larger files come in pieces. */
const MAX_COPIED_BYTES = 50 * 2 ** 20
const HEADERS = { 'user-agent': 'Envoi file copy', accept: 'text/csv, text/*' }

/**
 * Creates an import from the file that a program sends or names, and analyzes it. With `byte_size` its bytes follow through `addPiece`.
 * Throws invalid, rate_limited.
 */
export async function addFile(ctx: Ctx, { file, url, filename, byte_size }: FileInput): Promise<Import> {
  if (file) return storeWhole(ctx, filename ?? nameOf(file.name), Buffer.from(await file.arrayBuffer()))
  if (url !== undefined) {
    const address = new URL(url)
    return inTurn(ctx, async () =>
      storeWhole(ctx, filename ?? nameOf(address.pathname.split('/').at(-1) ?? ''), await copyFile(ctx, address)),
    )
  }
  if (filename === undefined || byte_size === undefined)
    throw invalid('file, url, or filename and byte_size are required')
  return createImport(ctx, { filename, byte_size })
}

/** Stores a piece of an announced file. Throws as `appendPiece`. */
export const addPiece = async (
  ctx: Ctx,
  { id, offset, piece }: PieceInput & { id: number },
): Promise<{ received_bytes: number }> =>
  appendPiece(ctx, { id, offset, bytes: new Uint8Array(await piece.arrayBuffer()) })

async function storeWhole(ctx: Ctx, filename: string, bytes: Buffer): Promise<Import> {
  if (bytes.length === 0) throw invalid('This file is empty')
  const { id } = await createImport(ctx, { filename, byte_size: bytes.length })
  for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES)
    await appendPiece(ctx, { id, offset, bytes: bytes.subarray(offset, offset + PIECE_BYTES) })
  return analyzeImport(ctx, { id })
}

/** Accounts that have a file in the memory of this process. */
const copying = processSingleton('accounts that copy a file', () => new Set<number>())

/** Copies one file of an account at a time, because it is in memory until it is stored. Throws rate_limited. */
async function inTurn<Result>({ account_id }: Ctx, work: () => Promise<Result>): Promise<Result> {
  if (copying.has(account_id)) throw rateLimited(t`Another file of this account is being copied.`, 10)
  copying.add(account_id)
  try {
    return await work()
  } finally {
    copying.delete(account_id)
  }
}

const copyFile = (ctx: Ctx, url: URL): Promise<Buffer> =>
  copyFromWeb(ctx, url, {
    headers: HEADERS,
    max_bytes: MAX_COPIED_BYTES,
    refused: (why) => invalid(t`The file at ${url.host} was not copied: ${why}`),
    too_large: t`it is larger than ${MAX_COPIED_BYTES / 2 ** 20} MB. Send it in pieces.`,
  })

const nameOf = (name: string): string => beginning(storable(name).replace(/\s+/g, ' ').trim(), 255) || 'subscribers.csv'
