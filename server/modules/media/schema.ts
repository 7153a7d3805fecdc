import { z } from 'zod'
import { PageQuery } from '../../core/page/page.ts'
import { Flag, Id, named, storable, Timestamp } from '../../core/wire.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import { MAX_ALT } from './values-schema.ts'

/** Phones take photos of up to 50 megapixels. */
export const MAX_PICTURE_PIXELS = 64_000_000
export const MAX_FRAMES = 300

export const PICTURES_PER_PAGE = 48

/** An image in one width. `file` is a JPEG, PNG or GIF, which every email client shows. `webp` is smaller and for pages. */
export const PictureSize = z.object({
  width: z.int(),
  height: z.int(),
  file: z.string(),
  bytes: z.int(),
  webp_bytes: z.int(),
})
export type PictureSize = z.infer<typeof PictureSize>

export const Picture = named('Image', {
  id: z.int(),
  key: z.string(),
  name: z.string(),
  /** Description for subscribers who cannot see it; empty if there is none. */
  alt: z.string(),
  is_animated: z.boolean(),
  /** Dimensions of the largest file. */
  width: z.int(),
  height: z.int(),
  /** Total size of all files. */
  bytes: z.int(),
  sizes: z.array(PictureSize).min(1),
  /** Absolute URL for emails and posts. */
  url: z.string(),
  /** Absolute URL for lists. */
  thumbnail_url: z.string(),
  created_at: Timestamp,
})
export type Picture = z.infer<typeof Picture>

/** Width for an email on a screen with two dots per pixel. */
export const CONTENT_WIDTH = 1_200
export const THUMBNAIL_WIDTH = 320

/** Returns the URL of an image: the smallest size of at least `width`, or the largest. */
export function pictureUrl(
  base_url: string,
  { key, sizes }: { key: string; sizes: readonly PictureSize[] },
  width: number = CONTENT_WIDTH,
): string {
  const size = sizes.find((one) => one.width >= width) ?? sizes.at(-1)
  return `${base_url}/media/${key}/${size?.file}`
}

export const thumbnailUrl = (base_url: string, picture: { key: string; sizes: readonly PictureSize[] }) =>
  pictureUrl(base_url, picture, THUMBNAIL_WIDTH)

/** Searches names and alternative texts. */
const Search = z.string().overwrite(storable).trim().max(255).optional()

export const ImageQuery = PageQuery.extend({ search: Search })
export type ImageQuery = z.infer<typeof ImageQuery>

export const PictureFilter = z.object({
  search: Search,
  /** The id of the last image on the previous page. */
  cursor: Id.nullish(),
})
export type PictureFilter = z.infer<typeof PictureFilter>

const Name = z
  .string({ error: 'Enter a name' })
  .overwrite(storable)
  .overwrite(singleLine)
  .trim()
  .min(1, 'Enter a name')
  .max(255, 'The name can have up to 255 characters')

const Alt = z
  .string()
  .overwrite(storable)
  .overwrite(singleLine)
  .trim()
  .max(MAX_ALT, 'The alternative text can have up to 1,000 characters')
  .optional()

export const PictureChange = z.object({ id: Id, name: Name.optional(), alt: Alt })
export type PictureChange = z.infer<typeof PictureChange>

/** An image for the library: the bytes as a part of a form, or an address to copy it from. */
export const ImageInput = z.object({
  file: z.file('must be a file of multipart/form-data').meta({ type: 'string', format: 'binary' }).optional(),
  url: z
    .string()
    .max(2_000, 'must have at most 2000 characters')
    .refine((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''), 'must be an address that begins with https://')
    .optional(),
  alt: Alt,
})
export type ImageInput = z.infer<typeof ImageInput>

export const ImageDeletion = z.object({
  even_if_used: Flag.default(false).meta({ type: 'boolean', description: 'Also deletes an image that is used.' }),
})

const Pixels = z.int({ error: 'must be a whole number of pixels' }).min(0).max(100_000)

/** Part of an image, in pixels of its largest file. */
export const Crop = z.object({ id: Id, left: Pixels, top: Pixels, width: Pixels.min(1), height: Pixels.min(1) })
export type Crop = z.infer<typeof Crop>

/** A use of an image. `parent_id` is the sequence or automation of an email. */
export const PictureUse = named('ImageUse', {
  kind: z.enum([
    'broadcast',
    'sequence_email',
    'automation_email',
    'post',
    'snippet',
    'template',
    'form',
    'profile',
    'style',
  ]),
  id: z.int(),
  parent_id: z.int().nullable(),
  name: z.string().nullable(),
  /** True if it was sent. Such emails show a gap once the image is deleted. */
  is_sent: z.boolean(),
})
export type PictureUse = z.infer<typeof PictureUse>
