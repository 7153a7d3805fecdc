import { t } from '../../../lib/locale/texts.ts'

/** The accepted formats. Determined by the first bytes, never by a name or a header of the request. */
export type ImageKind = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'

/** An unsupported kind of file, with the reason as the end of a sentence. */
export interface Refused {
  because: string
}

const HEIC = /^(hei[cxms]|hev[cxms]|mif1|msf1)$/
const AVIF = /^avi[fs]$/

/** Returns the format of a file, or the reason why it is not supported. */
export function imageKind(bytes: Buffer): ImageKind | Refused {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (bytes.length === 0) return { because: t`is empty` }
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'gif'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) === 'ftyp') {
    const brands = [text(8, 12), ...compatibleBrands(bytes)]
    if (brands.some((brand) => AVIF.test(brand))) return 'avif'
    if (brands.some((brand) => HEIC.test(brand))) return { because: t`is a HEIC image. Save it as a JPEG first` }
  }
  if (/<svg[\s>]/i.test(text(0, 4_096))) return { because: t`is an SVG, which can run scripts. Save it as a PNG first` }
  return { because: t`is not an image that can be read` }
}

/** The first four bytes of the box contain its length. */
function compatibleBrands(bytes: Buffer): string[] {
  const end = Math.min(bytes.length, bytes.readUInt32BE(0), 128)
  const brands: string[] = []
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4))
  return brands
}
