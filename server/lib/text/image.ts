/** Type and size in pixels of an image, from its first bytes instead of its name. */
export interface SizedImage {
  media_type: 'image/png' | 'image/jpeg' | 'image/gif'
  width: number
  height: number
}

/** Returns undefined for anything except a PNG, JPEG or GIF. SVG is not accepted, because it can run scripts. */
export function readImage(bytes: Buffer): SizedImage | undefined {
  if (bytes.subarray(0, 8).equals(PNG) && bytes.length >= 33 && bytes.toString('latin1', 12, 16) === 'IHDR')
    return { media_type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (bytes.length >= 13 && /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)))
    return { media_type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return readJpeg(bytes)
  return undefined
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** The size is in the first start-of-frame segment. Each earlier segment states its length. */
function readJpeg(bytes: Buffer): SizedImage | undefined {
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (START_OF_FRAME.has(marker))
      return { media_type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

// C4, C8 and CC are not start-of-frame markers.
const START_OF_FRAME = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])
