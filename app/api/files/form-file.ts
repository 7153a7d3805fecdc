import { isFromOurPages } from '@/server/auth/origin.ts'
import { AppError, forbidden, notFound, tooLarge } from '@/server/core/errors.ts'
import { readCapped } from '@/server/lib/bytes/read-capped.ts'
import { processSingleton } from '@/server/lib/concurrency/process-singleton.ts'
import { setFormFile } from '@/server/modules/forms/files/service.ts'
import { MAX_FILE_BYTES } from '@/server/modules/forms/values-schema.ts'
import { asMember } from '../member.ts'

/** Maximum number of uploads that this process keeps in memory. */
const MOST = 4
const RETRY_SECONDS = 10
const open = () => processSingleton('open uploads of form files', () => ({ count: 0 }))

/** Receives the file that a form gives away: `POST ?form=<id>&name=<file name>` with the bytes as the body. */
export function uploadFormFile(request: Request): Promise<Response> {
  return asMember(request, { writes: true }, async (ctx) => {
    if (!isFromOurPages(request.headers)) throw forbidden('This request came from another site')
    const { searchParams } = new URL(request.url)
    const form = searchParams.get('form') ?? ''
    if (!/^\d{1,9}$/.test(form)) throw notFound()
    const uploads = open()
    if (uploads.count >= MOST)
      throw new AppError('unavailable', ['Too many uploads at the moment. Try again in a few seconds.'], RETRY_SECONDS)
    uploads.count++
    try {
      const bytes = await readCapped(request, MAX_FILE_BYTES)
      if (!bytes) throw tooLarge(`The file is larger than ${MAX_FILE_BYTES / 2 ** 20} MB. Upload a smaller file.`)
      const name = searchParams.get('name') ?? ''
      return Response.json(await setFormFile(ctx, { form_id: Number(form), name, bytes }), { status: 201 })
    } finally {
      uploads.count--
    }
  })
}
