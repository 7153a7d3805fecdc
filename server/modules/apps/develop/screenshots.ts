import type { Ctx } from '../../../core/context.ts'
import { conflict, invalid, notFound } from '../../../core/errors.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { randomToken } from '../../../lib/crypto/crypto.ts'
import { t } from '../../../lib/locale/texts.ts'
import { readStillImage } from '../../../lib/text/still-image.ts'
import type { ByScreenshot, NewScreenshot, ScreenshotOrder, ScreenshotText } from '../develop-schema.ts'
import { changeApp } from '../review/revision.ts'
import type { Screenshot } from '../screenshot-schema.ts'
import { MAX_SCREENSHOT_BYTES, MAX_SCREENSHOTS } from '../screenshot-schema.ts'
import { screenshotsOf } from '../store/detail.ts'

// The list is part of the listing. Once the app is published, its changes wait for a review, like changes of the texts. Images are separate
// rows, which never change.

const SMALLEST = 200
const LARGEST = 4_000

/**
 * Adds a screenshot as the last one. Its first bytes decide the type and the size. Throws invalid unless it is a PNG, JPEG or WebP of
 * an allowed size without animation, or at the limit; conflict while the app is in review, not_found.
 */
export async function addScreenshot(ctx: Ctx, { id, content, alt }: NewScreenshot): Promise<void> {
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > MAX_SCREENSHOT_BYTES) throw invalid('The screenshot is larger than 2 MB')
  const picture = readStillImage(bytes)
  if (!picture) throw invalid('The screenshot must be a PNG, JPEG or WebP')
  if (picture === 'animated') throw invalid('The screenshot must not be animated')
  const { media_type, width, height } = picture
  if (Math.min(width, height) < SMALLEST || Math.max(width, height) > LARGEST)
    throw invalid(
      t`The screenshot must be between ${SMALLEST} and 4,000 pixels on each side; this one is ${width} × ${height}`,
    )
  await changeList(ctx, id, async (tx, list) => {
    if (list.length >= MAX_SCREENSHOTS)
      throw invalid(t`An app can have up to ${MAX_SCREENSHOTS} screenshots. Remove one first.`)
    const key = randomToken(16)
    const file = { key, media_type, bytes: new Uint8Array(bytes) }
    await tx.db.app.update({ where: { id }, data: { screenshot_files: { create: file } } })
    return [...list, { key, alt, width, height }]
  })
}

/** Changes the alternative text. Throws as `addScreenshot`, not_found for an unknown screenshot. */
export const describeScreenshot = (ctx: Ctx, { id, key, alt }: ScreenshotText): Promise<void> =>
  changeList(ctx, id, (_, list) => {
    requireOne(list, key)
    return list.map((one) => (one.key === key ? { ...one, alt } : one))
  })

/** Deletes a screenshot. Throws conflict while the app is in review, not_found. */
export const deleteScreenshot = (ctx: Ctx, { id, key }: ByScreenshot): Promise<void> =>
  changeList(ctx, id, (_, list) => {
    requireOne(list, key)
    return list.filter((one) => one.key !== key)
  })

/** Reorders the screenshots. Throws conflict if the list is outdated, or while the app is in review; not_found. */
export const orderScreenshots = (ctx: Ctx, { id, keys }: ScreenshotOrder): Promise<void> =>
  changeList(ctx, id, (_, list) => {
    const ordered = keys.flatMap((key) => list.filter((one) => one.key === key))
    if (ordered.length !== list.length || keys.length !== list.length)
      throw conflict('The screenshots were changed. Reload the page and order them again.')
    return ordered
  })

const changeList = (
  ctx: Ctx,
  id: number,
  change: (tx: Tx, list: Screenshot[]) => Screenshot[] | Promise<Screenshot[]>,
): Promise<void> =>
  write(ctx, (tx) => changeApp(tx, id, async (app) => ({ screenshots: await change(tx, screenshotsOf(app)) })))

function requireOne(list: readonly Screenshot[], key: string): void {
  if (!list.some((one) => one.key === key)) throw notFound()
}
