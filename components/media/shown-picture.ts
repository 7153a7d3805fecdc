import type { ShownImage } from '@/server/lib/page/landing/image.ts'
import type { Picture } from '@/server/modules/media/schema.ts'

/** Converts an image of the library for previews of public pages. */
export function toShownImage({ key, alt, width, height, sizes, url }: Picture): ShownImage {
  return { key, alt, width, height, sizes, base_url: url.slice(0, url.indexOf('/media/')) }
}
