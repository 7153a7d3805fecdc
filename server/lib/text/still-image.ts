import { readImage } from './image.ts'

/** An image without animation, for pages that show it large. */
export interface StillImage {
  media_type: 'image/png' | 'image/jpeg' | 'image/webp'
  /** From its header; nothing is decoded. */
  width: number
  height: number
}

/** Returns undefined for anything except a PNG, JPEG or WebP, and `animated` for one with several frames. */
export function readStillImage(bytes: Buffer): StillImage | 'animated' | undefined {
  const webp = readWebp(bytes)
  if (webp) return webp
  const picture = readImage(bytes)
  if (!picture || picture.media_type === 'image/gif') return undefined
  if (picture.media_type === 'image/png' && isAnimatedPng(bytes)) return 'animated'
  return { ...picture, media_type: picture.media_type }
}

/** The control chunk of an animated PNG comes before its first image. */
function isAnimatedPng(bytes: Buffer): boolean {
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
  }
  return false
}

// https://developers.google.com/speed/webp/docs/riff_container and RFC 6386, 9.1

const ANIMATION = 0x02
const FOURTEEN_BITS = 0x3fff

function readWebp(bytes: Buffer): StillImage | 'animated' | undefined {
  const tag = (at: number) => bytes.toString('latin1', at, at + 4)
  if (bytes.length < 30 || tag(0) !== 'RIFF' || tag(8) !== 'WEBP') return undefined
  const sized = (width: number, height: number): StillImage => ({ media_type: 'image/webp', width, height })
  if (tag(12) === 'VP8X') {
    if ((bytes[20] ?? 0) & ANIMATION) return 'animated'
    return sized(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
  }
  if (tag(12) === 'VP8L' && bytes[20] === 0x2f) {
    const bits = bytes.readUInt32LE(21)
    return sized((bits & FOURTEEN_BITS) + 1, ((bits >>> 14) & FOURTEEN_BITS) + 1)
  }
  if (tag(12) === 'VP8 ' && bytes.toString('hex', 23, 26) === '9d012a')
    return sized(bytes.readUInt16LE(26) & FOURTEEN_BITS, bytes.readUInt16LE(28) & FOURTEEN_BITS)
  return undefined
}
