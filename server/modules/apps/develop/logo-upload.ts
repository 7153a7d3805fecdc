import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { write } from '../../../core/write/write.ts'
import { t } from '../../../lib/locale/texts.ts'
import { readImage } from '../../../lib/text/image.ts'
import type { LogoInput } from '../develop-schema.ts'
import { lockEditable, submitDraft } from '../review/revision.ts'

const MAX_BYTES = 512 * 1024
const SMALLEST = 128
const LARGEST = 2_048

/**
 * Stores a logo. Its first bytes decide the type, not its file name. For a published app, the change waits for a review. Throws invalid
 * unless it is a PNG, JPEG or GIF of an allowed size, conflict while the app is in review, not_found.
 */
export async function setLogo(ctx: Ctx, { id, content }: LogoInput): Promise<void> {
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > MAX_BYTES) throw invalid('The logo is larger than 512 KB')
  const picture = readImage(bytes)
  if (!picture) throw invalid('The logo must be a PNG, JPEG or GIF')
  const { media_type, width, height } = picture
  if (Math.min(width, height) < SMALLEST || Math.max(width, height) > LARGEST)
    throw invalid(
      t`The logo must be between ${SMALLEST} and ${LARGEST} pixels on each side; this one is ${width} × ${height}`,
    )
  await write(ctx, async (tx) => {
    const app = await lockEditable(tx, id)
    const logo = { media_type, bytes: new Uint8Array(bytes), updated_at: tx.now() }
    const upsert = { upsert: { create: logo, update: logo } }
    const isPublished = app.status === 'published'
    await tx.db.app.update({
      where: { id },
      data: { updated_at: tx.now(), ...(isPublished ? { draft_logo: upsert } : { logo: upsert }) },
    })
    if (isPublished) await submitDraft(tx, app)
  })
}

/** Removes the logo. Throws invalid for a published app, conflict while the app is in review, not_found. */
export function deleteLogo(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    const { status } = await lockEditable(tx, id)
    if (status === 'published') throw invalid('An app in the store needs a logo. Upload another one to replace it.')
    const { logo } = await tx.db.app.findFirstOrThrow({
      where: { id },
      include: { logo: { select: { app_id: true } } },
    })
    if (logo) await tx.db.app.update({ where: { id }, data: { updated_at: tx.now(), logo: { delete: true } } })
  })
}
