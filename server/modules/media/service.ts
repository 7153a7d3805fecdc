import { type Ctx, memberOf } from '../../core/context.ts'
import { AppError, conflict, invalid, notFound } from '../../core/errors.ts'
import { acquireAdvisoryLock, write } from '../../core/write/write.ts'
import { randomToken, sha256Hex } from '../../lib/crypto/crypto.ts'
import { bytesText } from '../../lib/locale/formats.ts'
import { t } from '../../lib/locale/texts.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import { fileStore } from './files/store.ts'
import { cropPicture, type Processed, processPicture } from './processing/process.ts'
import { getPicture, readMediaStorage } from './records.ts'
import type { Crop, Picture, PictureChange } from './schema.ts'

const KEY_BYTES = 16
const STORE_IS_AWAY = 'Images cannot be stored at the moment. Try again in a minute.'
const RETRY_SECONDS = 60

interface Upload {
  name: string
  bytes: Buffer
  alt?: string
}

/**
 * Adds an uploaded image in all its sizes. For a file that the account already has, returns the existing image. Throws invalid, naming the
 * file, for an unsupported image or one beyond the account's space; unavailable while the store is unreachable.
 */
export async function addPicture(ctx: Ctx, { name: given, bytes, alt = '' }: Upload): Promise<Picture> {
  const name = fileName(given)
  const digest = sha256Hex(bytes)
  const known = await ctx.sql.one<{ id: number }>(
    `select id from media_picture where account_id = $1 and digest = $2 and state = 'ready'`,
    [digest],
  )
  if (known) return getPicture(ctx, known)
  const processed = await processPicture({ name, bytes })
  const { id, key, is_ready } = await reserve(ctx, { name, alt, digest, processed })
  if (!is_ready) await storeFiles(ctx, { id, key, processed })
  return getPicture(ctx, { id })
}

/** Inserts the row before the files, so no file is ever without a row. If a process dies in between, the job finds the remains. */
function reserve(
  ctx: Ctx,
  { name, alt, digest, processed }: { name: string; alt: string; digest: string; processed: Processed },
): Promise<{ id: number; key: string; is_ready: boolean }> {
  const { sizes, is_animated, files } = processed
  const largest = sizes.at(-1)
  if (!largest) throw new Error('An image has at least one size')
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
  return write(ctx, async (tx) => {
    await acquireAdvisoryLock(tx, 'media')
    // The same file, uploaded at the same time or by a process that died.
    const known = await tx.sql.one<{ id: number; key: string; is_ready: boolean }>(
      `update media_picture set updated_at = $3 where account_id = $1 and digest = $2 returning id, key, state = 'ready' as is_ready`,
      [digest, tx.now()],
    )
    if (known) return known
    const { bytes: used, max_bytes } = await readMediaStorage(tx)
    if (used + bytes > max_bytes)
      throw invalid(t`${name} does not fit: images can use ${bytesText(max_bytes)}, and ${bytesText(used)} are used.`)
    const { width, height } = largest
    const { id, key } = await tx.db.mediaPicture.create({
      data: {
        account_id: tx.account_id,
        key: randomToken(KEY_BYTES),
        digest,
        name,
        alt,
        is_animated,
        width,
        height,
        bytes,
        sizes,
        created_by: memberOf(tx),
        created_at: tx.now(),
        updated_at: tx.now(),
      },
      select: { id: true, key: true },
    })
    return { id, key, is_ready: false }
  })
}

async function storeFiles(
  ctx: Ctx,
  { id, key, processed }: { id: number; key: string; processed: Processed },
): Promise<void> {
  const store = fileStore()
  try {
    for (const { name, bytes, media_type } of processed.files) await store.put(key, name, bytes, media_type)
  } catch (error) {
    ctx.log.error({ message: (error as Error).message }, 'picture not stored')
    throw new AppError('unavailable', [STORE_IS_AWAY], RETRY_SECONDS)
  }
  const stored = await ctx.sql.run(
    `update media_picture set state = 'ready', updated_at = $3 where account_id = $1 and id = $2 and state in ('storing', 'ready')`,
    [id, ctx.now()],
  )
  if (stored === 0) throw conflict('The image was deleted while it was uploaded. Upload it again.')
}

/** Changes the name or the alternative text. URLs stay the same. Throws not_found. */
export async function updatePicture(ctx: Ctx, { id, ...change }: PictureChange): Promise<Picture> {
  const { count } = await ctx.db.mediaPicture.updateMany({
    where: { id, state: 'ready' },
    data: { ...change, updated_at: ctx.now() },
  })
  if (count === 0) throw notFound()
  return getPicture(ctx, { id })
}

/** Adds a part of an image as a new image; emails with the original keep it. Throws invalid for a part outside the image, not_found. */
export async function addCrop(ctx: Ctx, { id, ...part }: Crop): Promise<Picture> {
  const picture = await getPicture(ctx, { id })
  if (picture.is_animated) throw invalid('An animation cannot be cropped')
  const { name, key, sizes } = picture
  const file = sizes.at(-1)?.file ?? ''
  const stored_file = await fileStore()
    .get(key, file)
    .catch(() => {
      throw new AppError('unavailable', [STORE_IS_AWAY], RETRY_SECONDS)
    })
  if (!stored_file) throw notFound('The file of this image is missing in the store')
  const whole = Buffer.from(await new Response(stored_file.body).arrayBuffer())
  const bytes = await cropPicture({ name, bytes: whole }, part)
  return addPicture(ctx, { name: croppedName(name), alt: picture.alt, bytes })
}

/** Returns the last part of a path, without control characters and shortened. */
function fileName(given: string): string {
  const last = singleLine(given.toWellFormed().replaceAll('\0', '')).split(/[\\/]/).at(-1)?.trim() ?? ''
  return last.slice(0, 255).toWellFormed() || 'image'
}

const croppedName = (name: string) => `${name.replace(/\.[^.]*$/, '').slice(0, 240)} (cropped)`
