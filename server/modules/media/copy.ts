import type { Ctx } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { t } from '../../lib/locale/texts.ts'
import { copyFromWeb } from '../throttle/copy-from-web.ts'
import type { ImageInput, Picture } from './schema.ts'
import { addPicture } from './service.ts'
import { MAX_PICTURE_BYTES } from './values-schema.ts'

const HEADERS = { 'user-agent': 'Envoi image copy', accept: 'image/*' }

/**
 * Adds a copy of an image on the web, for example in a pasted document, because its URL may stop working. Throws invalid, naming the host,
 * if the server does not return it; as `addPicture` throws; rate_limited.
 */
export async function copyPicture(ctx: Ctx, { address, alt }: { address: string; alt?: string }): Promise<Picture> {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) throw invalid(t`The address of an image begins with https://`)
  const bytes = await copyFromWeb(ctx, url, {
    headers: HEADERS,
    max_bytes: MAX_PICTURE_BYTES,
    refused: (why) => invalid(t`The image at ${url.host} was not copied: ${why}`),
  })
  return addPicture(ctx, { name: nameIn(url), bytes, ...(alt !== undefined && { alt }) })
}

/** Adds the image that a program sends or names. Throws as `addPicture` and `copyPicture`. */
export async function addImage(ctx: Ctx, { file, url, alt }: ImageInput): Promise<Picture> {
  const said = alt === undefined ? {} : { alt }
  if (file) return addPicture(ctx, { name: file.name, bytes: Buffer.from(await file.arrayBuffer()), ...said })
  if (url === undefined) throw invalid('file or url is required')
  return copyPicture(ctx, { address: url, ...said })
}

/** Returns the file's name in the URL, or the host, because many URLs have none. */
function nameIn({ pathname, host }: URL): string {
  const last = pathname.split('/').at(-1) ?? ''
  return /^[^%]+\.(?:jpe?g|png|gif|webp|avif)$/i.test(last) ? last : host
}
