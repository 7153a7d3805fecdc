import { isFromOurPages } from '@/server/auth/origin.ts'
import { forbidden, tooLarge } from '@/server/core/errors.ts'
import { readCapped } from '@/server/lib/bytes/read-capped.ts'
import { appendPiece } from '@/server/modules/imports/file/upload.ts'
import { ImportId } from '@/server/modules/imports/schema.ts'
import { PIECE_BYTES } from '@/server/modules/imports/values-schema.ts'
import { asMember } from '../member.ts'

/** Receives a chunk of a file: `POST ?offset=<bytes before it>` with the bytes as the body. Returns `{ received_bytes }`. */
export function appendChunk(request: Request, params: { id: string }): Promise<Response> {
  return asMember(request, { writes: true }, async (ctx) => {
    if (!isFromOurPages(request.headers)) throw forbidden('This request came from another site')
    const bytes = await readCapped(request, PIECE_BYTES)
    if (!bytes) throw tooLarge('This chunk is too large')
    const { id } = ImportId.catch({ id: 0 }).parse(params)
    const offset = Number(new URL(request.url).searchParams.get('offset'))
    return Response.json(await appendPiece(ctx, { id, offset, bytes }))
  })
}
