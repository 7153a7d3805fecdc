import pLimit from 'p-limit'
import type { Sharp, SharpOptions } from 'sharp'
import { AppError, invalid } from '../../../core/errors.ts'
import { rootLogger } from '../../../core/log.ts'
import { processSingleton } from '../../../lib/concurrency/process-singleton.ts'
import { t } from '../../../lib/locale/texts.ts'
import { MAX_FRAMES, MAX_PICTURE_PIXELS, type PictureSize } from '../schema.ts'
import { ACCEPTED, MAX_PICTURE_BYTES } from '../values-schema.ts'
import { type ImageKind, imageKind } from './kind.ts'

/** An image in all its sizes. Nothing of the uploaded file is kept: no metadata, no location, no appended bytes. */
export interface Processed {
  is_animated: boolean
  sizes: PictureSize[]
  files: PictureFile[]
}

export interface PictureFile {
  name: string
  media_type: string
  bytes: Buffer
}

const WIDTHS = [320, 640, 1_200, 2_400]
/** Animations are large, so they get one size, as wide as an email. */
const ANIMATED_WIDTHS = [640]
const MAX_HEIGHT = 8_000
const SECONDS = 30
/** Maximum number of images waiting for processing in this process. Each can have 20 MB. */
const MAX_WAITING = 12
const RETRY_SECONDS = 10

const TYPES = { jpg: 'image/jpeg', png: 'image/png', gif: 'image/gif', webp: 'image/webp' }
type Ending = keyof typeof TYPES

/** One image at a time, because sharp uses other threads, and requests also need the processor. */
const turns = () => processSingleton('pictures', () => pLimit(1))

/**
 * Creates the sizes of an uploaded image. Throws invalid, naming the file, unless it is an image of an accepted format and size;
 * unavailable while too many wait.
 */
export function processPicture({ name, bytes }: { name: string; bytes: Buffer }): Promise<Processed> {
  return inTurn(name, async () => {
    const kind = kindOf(name, bytes)
    const sharp = await loadSharp()
    const input: SharpOptions = { failOn: 'error', limitInputPixels: MAX_PICTURE_PIXELS }
    const isMaybeAnimated = kind === 'gif' || kind === 'webp'
    // Reads only the header, which may declare any size.
    const { width, height, frames } = await measure(
      sharp(bytes, { ...input, limitInputPixels: false, animated: isMaybeAnimated }),
    )
    if (width * height > MAX_PICTURE_PIXELS)
      throw invalid(
        t`${name} has ${width} × ${height} pixels. An image can have up to ${MAX_PICTURE_PIXELS / 1e6} million.`,
      )
    if (frames === 1) return still(sharp, sharp(bytes, input), kind)
    if (frames > MAX_FRAMES) throw invalid(t`${name} has ${frames} frames. An animation can have up to ${MAX_FRAMES}.`)
    if (width * height * frames > MAX_PICTURE_PIXELS)
      throw invalid(
        t`${name} is too large for an animation. Its frames can have up to ${MAX_PICTURE_PIXELS / 1e6} million pixels together.`,
      )
    return animated(() => sharp(bytes, { ...input, animated: true }), width)
  })
}

/** Crops one of our files to a part, as a lossless PNG. Throws invalid unless the part is inside the image. */
export function cropPicture(
  { name, bytes }: { name: string; bytes: Buffer },
  part: { left: number; top: number; width: number; height: number },
): Promise<Buffer> {
  return inTurn(name, async () => {
    const { width, height } = await measure((await loadSharp())(bytes))
    if (part.left + part.width > width || part.top + part.height > height)
      throw invalid(t`The part is not inside ${name}, which has ${width} × ${height} pixels`)
    return (await loadSharp())(bytes).extract(part).png({ compressionLevel: 1 }).toBuffer()
  })
}

function kindOf(name: string, bytes: Buffer): ImageKind {
  if (bytes.length > MAX_PICTURE_BYTES)
    throw invalid(t`${name} is larger than ${MAX_PICTURE_BYTES / 2 ** 20} MB. Upload a smaller file.`)
  const kind = imageKind(bytes)
  if (typeof kind === 'object') throw invalid(t`${name} ${kind.because}. Accepted are ${ACCEPTED}.`)
  return kind
}

async function inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const limit = turns()
  if (limit.pendingCount >= MAX_WAITING)
    throw new AppError(
      'unavailable',
      [`Too many images at the moment. Upload ${name} again in a few seconds.`],
      RETRY_SECONDS,
    )
  try {
    return await limit(work)
  } catch (error) {
    if (error instanceof AppError) throw error
    const { message } = error as Error
    rootLogger().warn({ message }, 'picture not read')
    if (/timeout/i.test(message))
      throw invalid(t`${name} takes too long to read. Save it as a JPEG or PNG and try again.`)
    throw invalid(t`${name} is damaged or incomplete. Save it again as a JPEG or PNG.`)
  }
}

/**
 * Loads sharp for the first image. Only the loaders of accepted formats stay enabled, so loaders of SVG, TIFF, PDF and others never see a
 * byte, whatever a file pretends to be.
 */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}`) })
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/** Reads the header. Width and height are of one displayed frame. */
async function measure(picture: Sharp): Promise<{ width: number; height: number; frames: number }> {
  const { autoOrient, pages = 1, pageHeight } = await picture.metadata()
  return { width: autoOrient.width, height: pageHeight ?? autoOrient.height, frames: pages }
}

async function still(
  sharp: Awaited<ReturnType<typeof loadSharp>>,
  picture: Sharp,
  kind: ImageKind,
): Promise<Processed> {
  // Decodes once, in the largest size.
  const { data, info } = await picture
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .toColourspace('srgb')
    .resize({ width: WIDTHS.at(-1), height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const pixels = () => sharp(data, { raw: { width, height, channels } }).timeout({ seconds: SECONDS })
  const ending = await endingOf(pixels, kind)
  const results: Made[] = []
  for (const wide of widthsUpTo(width, WIDTHS)) {
    const sized = () => pixels().resize({ width: wide })
    const file = await (ending === 'jpg' ? asJpeg(sized()) : asPng(sized())).toBuffer({ resolveWithObject: true })
    results.push(sizeOf(ending, file, await sized().webp({ quality: 80, effort: 2 }).toBuffer()))
  }
  return { is_animated: false, ...collected(results) }
}

const asJpeg = (picture: Sharp) => picture.jpeg({ quality: 82, progressive: true })
const asPng = (picture: Sharp) => picture.png({ compressionLevel: 9 })

/** Returns the better format: photographs are smaller as JPEG, drawings and screenshots as PNG, which also supports transparency. */
async function endingOf(pixels: () => Sharp, kind: ImageKind): Promise<Ending> {
  if (kind === 'jpeg') return 'jpg'
  if (!(await pixels().stats()).isOpaque) return 'png'
  const small = () => pixels().resize({ width: WIDTHS[1], withoutEnlargement: true })
  const [jpeg, png] = [await asJpeg(small()).toBuffer(), await asPng(small()).toBuffer()]
  return jpeg.length < png.length ? 'jpg' : 'png'
}

async function animated(picture: () => Sharp, width: number): Promise<Processed> {
  const results: Made[] = []
  for (const wide of widthsUpTo(width, ANIMATED_WIDTHS)) {
    const sized = () => picture().timeout({ seconds: SECONDS }).resize({ width: wide })
    const file = await sized().gif({ effort: 3 }).toBuffer({ resolveWithObject: true })
    results.push(sizeOf('gif', file, await sized().webp({ quality: 75, effort: 1 }).toBuffer()))
  }
  return { is_animated: true, ...collected(results) }
}

/** Returns the widths below the image's own, and its own width unless that exceeds the last one. Nothing is enlarged. */
const widthsUpTo = (width: number, widths: readonly number[]): number[] => {
  const most = Math.min(width, widths.at(-1) ?? width)
  return [...widths.filter((one) => one < most), most]
}

interface Made {
  size: PictureSize
  files: PictureFile[]
}

function sizeOf(
  ending: Ending,
  { data, info }: { data: Buffer; info: { width: number; height: number; pageHeight?: number } },
  webp: Buffer,
): Made {
  const { width, pageHeight, height } = info
  const file = `${width}.${ending}`
  return {
    size: { width, height: pageHeight ?? height, file, bytes: data.length, webp_bytes: webp.length },
    files: [
      { name: file, media_type: TYPES[ending], bytes: data },
      { name: `${width}.webp`, media_type: TYPES.webp, bytes: webp },
    ],
  }
}

const collected = (made: readonly Made[]) => ({
  sizes: made.map(({ size }) => size),
  files: made.flatMap(({ files }) => files),
})
