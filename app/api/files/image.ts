import { isFromOurPages } from '@/server/auth/origin.ts'
import { AppError, forbidden, tooLarge } from '@/server/core/errors.ts'
import { readCapped } from '@/server/lib/bytes/read-capped.ts'
import { processSingleton } from '@/server/lib/concurrency/process-singleton.ts'
import { copyPicture } from '@/server/modules/media/copy.ts'
import { addPicture } from '@/server/modules/media/service.ts'
import { MAX_PICTURE_BYTES } from '@/server/modules/media/values-schema.ts'
import { asMember } from '../member.ts'

/** Maximum number of uploads that this process keeps in memory. */
const MOST = 16
const RETRY_SECONDS = 5
const open = () => processSingleton('open uploads of pictures', () => ({ count: 0 }))

/**
 * Receives an image: `POST ?name=<file name>` with the bytes as the body. Or copies one from the web: `POST ?from=<address>&alt=<text>`.
 * Returns it as listed in the library.
 */
export function addImage(request: Request): Promise<Response> {
  return asMember(request, { writes: true }, async (ctx) => {
    if (!isFromOurPages(request.headers)) throw forbidden('This request came from another site')
    const parameters = new URL(request.url).searchParams
    const name = parameters.get('name') ?? ''
    const address = parameters.get('from')
    const uploads = open()
    if (uploads.count >= MOST)
      throw new AppError('unavailable', ['Too many uploads at the moment. Try again in a few seconds.'], RETRY_SECONDS)
    uploads.count++
    try {
      if (address !== null)
        return Response.json(await copyPicture(ctx, { address, alt: parameters.get('alt') ?? '' }), { status: 201 })
      const bytes = await readCapped(request, MAX_PICTURE_BYTES)
      if (!bytes)
        throw tooLarge(
          `${name || 'The image'} is larger than ${MAX_PICTURE_BYTES / 2 ** 20} MB. Upload a smaller file.`,
        )
      return Response.json(await addPicture(ctx, { name, bytes }), { status: 201 })
    } finally {
      uploads.count--
    }
  })
}
