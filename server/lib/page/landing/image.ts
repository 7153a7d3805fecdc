import { type Html, html } from '../html.ts'

/** An image of the account's library, as shown on pages. */
export interface ShownImage {
  key: string
  alt: string
  width: number
  height: number
  /** Smallest first. */
  sizes: readonly { width: number; height: number; file: string }[]
  base_url: string
}

/** Returns the address and size of the smallest file with at least this width, or of the largest. */
export function imageAddress({ key, sizes }: ShownImage, base_url: string, least: number) {
  const size = sizes.find(({ width }) => width >= least) ?? sizes.at(-1)
  return { url: `${base_url}/media/${key}/${size?.file}`, width: size?.width, height: size?.height }
}

/** Returns the image in every size, with its proportions, so nothing moves when it loads. `sizes` is its displayed width. */
export function responsiveImage(
  picture: ShownImage,
  { sizes, class_name, is_first = false }: { sizes: string; class_name: string; is_first?: boolean },
): Html {
  const { key, alt, width, height, base_url } = picture
  const set = picture.sizes.map((size) => `${base_url}/media/${key}/${size.width}.webp ${size.width}w`).join(', ')
  const { url } = imageAddress(picture, base_url, 1200)
  const loading = is_first ? html`fetchpriority="high"` : html`loading="lazy"`
  return html`<picture><source type="image/webp" srcset="${set}" sizes="${sizes}"><img class="${class_name}" src="${url}" alt="${alt}" width="${width}" height="${height}" decoding="async" ${loading}></picture>`
}
