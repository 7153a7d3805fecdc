import { readFileSync } from 'node:fs'
import path from 'node:path'
import pLimit from 'p-limit'
import type { FontWeight, SatoriOptions } from 'satori'
import { unavailable } from '../../../core/errors.ts'
import { processSingleton } from '../../../lib/concurrency/process-singleton.ts'
import type { PublicStyle } from '../../../lib/page/theme.ts'
import { fileStore } from '../files/store.ts'
import { SOCIAL_SIZE, type SocialImage, socialFile } from './image.ts'
import { type LoadedLogo, layoutOf, SCRIPTS } from './layout.ts'
import { pngOf } from './svg-png.ts'

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

/** Draws the PNG, one at a time, and caches it. Throws unavailable when too many wait. */
export function drawSocialImage(picture: SocialImage): Promise<Uint8Array<ArrayBuffer>> {
  const { turns, remembered } = state()
  if (turns.pendingCount >= MAX_WAITING) throw unavailable('Try again later')
  return turns(async () => {
    const file = socialFile(picture)
    const known = remembered.get(file)
    if (known) return known
    const png = await draw(picture)
    remembered.set(file, png)
    for (const oldest of remembered.keys()) {
      if (remembered.size <= MAX_REMEMBERED) break
      remembered.delete(oldest)
    }
    return png
  })
}

/** Loads the libraries with the first image. Neither reads fonts of the machine or downloads any. */
async function draw(picture: SocialImage): Promise<Uint8Array<ArrayBuffer>> {
  const { default: satori } = await import('satori')
  const logo = await loadLogo(picture.style)
  const plain = { ...picture, title: picture.title && withoutEmoji(picture.title), name: withoutEmoji(picture.name) }
  const { address } = plain
  // A script without a font here would be drawn as boxes, so drawable text is shown instead.
  const attempts = [plain, { ...plain, title: null }, { ...plain, title: null, name: address }]
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
    const svg = await satori(layoutOf(attempt, logo) as Parameters<typeof satori>[0], options)
    if (!isComplete && attempt !== attempts.at(-1)) continue
    return pngOf(svg)
  }
  throw new Error('No picture was drawn')
}

const withoutEmoji = (words: string) =>
  words
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F|\u200D/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Returns the logo as a data URL; null without a logo, or if it cannot be read. */
async function loadLogo(style: PublicStyle | null): Promise<LoadedLogo | null> {
  if (!style?.logo) return null
  const [key = '', file = ''] = new URL(style.logo.url).pathname.split('/').slice(-2)
  const found = await fileStore()
    .get(key, file)
    .catch(() => undefined)
  if (!found) return null
  const bytes = Buffer.from(await new Response(found.body).arrayBuffer())
  const type = file.endsWith('.jpg') ? 'jpeg' : file.slice(file.lastIndexOf('.') + 1)
  return { ...style.logo, data_url: `data:image/${type};base64,${bytes.toString('base64')}` }
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
