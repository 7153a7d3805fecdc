import type { Ctx } from '../../core/context.ts'
import { parseRange } from '../../lib/bytes/byte-range.ts'
import { fileBytes } from './file/file.ts'
import { getFile } from './service.ts'

const TYPES = { csv: 'text/csv; charset=utf-8', zip: 'application/zip' }

/**
 * Responds with the file of an export. `Range` resumes an interrupted download, and `If-Range` prevents mixing two files. Throws as
 * `getFile`.
 */
export async function answerFile(ctx: Ctx, request: Request, { id }: { id: number }): Promise<Response> {
  const { filename, byte_size: size, content_hash } = await getFile(ctx, { id })
  const etag = `"${content_hash}"`
  const headers = new Headers({
    'Content-Type': TYPES[filename.endsWith('.zip') ? 'zip' : 'csv'],
    'Content-Disposition': `attachment; filename="${filename}"`,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-store',
    ETag: etag,
  })
  const condition = request.headers.get('if-range')
  const range = condition && condition !== etag ? undefined : parseRange(request.headers.get('range'), size)
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${size}`)
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range) headers.set('Content-Range', `bytes ${start}-${end}/${size}`)
  headers.set('Content-Length', String(end - start + 1))
  const body = request.method === 'HEAD' ? null : streamOf(fileBytes(ctx, { id, start, end }))
  return new Response(body, { status: range ? 206 : 200, headers })
}

/** Reads the next chunk once the browser has received the previous one. */
function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => void pieces.return(undefined),
  })
}
