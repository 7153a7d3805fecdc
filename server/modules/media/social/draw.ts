import { readFileSync } from 'node:fs'
import path from 'node:path'
import pLimit from 'p-limit'
import type { FontWeight, SatoriOptions } from 'satori'
import { unavailable } from '../../../core/errors.ts'
import { processSingleton } from '../../../lib/concurrency/process-singleton.ts'
import { fileStore } from '../files/store.ts'
import { loadSharp } from '../processing/process.ts'
import { libraryFile, SOCIAL_SIZE, type SocialImage, socialFile } from './image.ts'
import { type LoadedImage, layoutOf, PICTURE_PLACE, SCRIPTS } from './layout.ts'
import { pixelsOf, pngOf } from './svg-png.ts'

/** Maximum number of images cached in a process, about 40 KB each. Networks and proxies have their own caches. */
const MAX_REMEMBERED = 100
/** Maximum number of requests that wait. Drawing takes a tenth of a second. */
const MAX_WAITING = 20

const state = () =>
  processSingleton('social pictures', () => ({
    turns: pLimit(1),
    remembered: new Map<string, Uint8Array<ArrayBuffer>>(),
  }))

/** Returns the image if it is in this process's cache. */
export const rememberedPicture = (file: string): Uint8Array<ArrayBuffer> | undefined => state().remembered.get(file)

/** Draws the image, one at a time, and caches it. Throws unavailable when too many wait. */
export function drawSocialImage(picture: SocialImage): Promise<Uint8Array<ArrayBuffer>> {
  const { turns, remembered } = state()
  if (turns.pendingCount >= MAX_WAITING) throw unavailable('Try again later')
  return turns(async () => {
    const file = socialFile(picture)
    const known = remembered.get(file)
    if (known) return known
    const image = await draw(picture)
    remembered.set(file, image)
    for (const oldest of remembered.keys()) {
      if (remembered.size <= MAX_REMEMBERED) break
      remembered.delete(oldest)
    }
    return image
  })
}

/** Loads the libraries with the first image. Neither reads fonts of the machine or downloads any. */
async function draw(picture: SocialImage): Promise<Uint8Array<ArrayBuffer>> {
  const { default: satori } = await import('satori')
  const { style, avatar_url, picture_url } = picture
  const [logo, avatar, photo] = await Promise.all([
    style?.logo && loadImage(style.logo.url, LOGO_BOX),
    loadImage(avatar_url, AVATAR_BOX),
    loadBytes(picture_url),
  ])
  const plain = {
    ...picture,
    title: picture.title && withoutEmoji(picture.title),
    name: withoutEmoji(picture.name),
    byline: picture.byline && withoutEmoji(picture.byline),
  }
  const { address } = plain
  // A script without a font here would be drawn as boxes, so drawable text is shown instead.
  const attempts = [
    plain,
    { ...plain, title: null, byline: null },
    { ...plain, title: null, byline: null, name: address },
  ]
  for (const attempt of attempts) {
    let isComplete = [attempt.title ?? attempt.name].every((words) => words !== '')
    const options: SatoriOptions = {
      ...SOCIAL_SIZE,
      fonts: fonts(),
      loadAdditionalAsset: async () => {
        isComplete = false
        return []
      },
    }
    const layout = layoutOf(attempt, { logo: logo || null, avatar, has_picture: photo !== undefined })
    const svg = await satori(layout as Parameters<typeof satori>[0], options)
    if (!isComplete && attempt !== attempts.at(-1)) continue
    return picture_url ? withPhoto(svg, photo) : pngOf(svg)
  }
  throw new Error('No picture was drawn')
}

const withoutEmoji = (words: string) =>
  words
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F|\u200D/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

const LOGO_BOX = { width: 420, height: 72, fit: 'inside' } as const
const AVATAR_BOX = { width: 72, height: 72, fit: 'cover' } as const

/** Returns an image of the library, scaled into a box, for the drawing library; null without one, or if it cannot be read. */
async function loadImage(url: string | null, box: typeof LOGO_BOX | typeof AVATAR_BOX): Promise<LoadedImage | null> {
  const bytes = await loadBytes(url)
  if (!bytes) return null
  const { data, info } = await (await loadSharp())(bytes)
    .resize({ ...box, withoutEnlargement: box.fit === 'inside' })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  return { data_url: `data:image/png;base64,${data.toString('base64')}`, width: info.width, height: info.height }
}

async function loadBytes(url: string | null): Promise<Buffer | undefined> {
  const place = libraryFile(url)
  const found =
    place &&
    (await fileStore()
      .get(place.key, place.file)
      .catch(() => undefined))
  return found && Buffer.from(await new Response(found.body).arrayBuffer())
}

/** Returns a JPEG of the drawing with the image of the post beside its texts. */
async function withPhoto(svg: string, photo: Buffer | undefined): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await loadSharp()
  const { pixels, width, height } = await pixelsOf(svg)
  const drawing = sharp(pixels, { raw: { width, height, channels: 4 } })
  const { left, top, ...size } = PICTURE_PLACE
  const parts = photo
    ? [
        {
          input: await sharp(photo)
            .resize({ ...size, fit: 'cover' })
            .toBuffer(),
          left,
          top,
        },
      ]
    : []
  return new Uint8Array(await drawing.composite(parts).flatten().jpeg({ quality: 84 }).toBuffer())
}

const WEIGHTS: FontWeight[] = [500, 600, 700]

let loaded_fonts: SatoriOptions['fonts'] | undefined
/** Returns the typeface of the design system, from font files that the drawing library can read. */
function fonts(): SatoriOptions['fonts'] {
  loaded_fonts ??= WEIGHTS.flatMap((weight) =>
    SCRIPTS.map((script) => ({
      name: script,
      weight,
      data: readFileSync(path.join(PACKAGE, `hanken-grotesk-${script}-${weight}-normal.woff`)),
    })),
  )
  return loaded_fonts
}

// Located by path, because the build of the pages would bundle a package that is resolved by name.
const ROOT = /* turbopackIgnore: true */ process.cwd()
const PACKAGE = path.join(ROOT, 'node_modules/@fontsource/hanken-grotesk/files')
