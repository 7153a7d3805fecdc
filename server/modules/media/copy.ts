import type { Ctx } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { download } from '../../core/instance/download.ts'
import { t } from '../../lib/locale/texts.ts'
import { countCheckedAddresses } from '../throttle/service.ts'
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
  await countCheckedAddresses(ctx, { addresses: 1 })
  const refused = (why: string) => invalid(t`The image at ${url.host} was not copied: ${why}`)
  const answer = await download(url.href, { headers: HEADERS, max_bytes: MAX_PICTURE_BYTES }).catch(() => {
    throw refused(t`its server cannot be reached.`)
  })
  if (answer.status !== 200) throw refused(t`its server answers with ${answer.status}.`)
  if (answer.truncated) throw refused(t`it is larger than ${MAX_PICTURE_BYTES / 2 ** 20} MB.`)
  return addPicture(ctx, { name: nameIn(url), bytes: answer.body, ...(alt !== undefined && { alt }) })
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
