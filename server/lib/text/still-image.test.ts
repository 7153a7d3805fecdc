import { expect, test } from 'vitest'
import { readStillImage } from './still-image.ts'

function webp(kind: string, write: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(40)
  bytes.write(`RIFF\0\0\0\0WEBP${kind}`, 'latin1')
  write(bytes)
  return bytes
}
const extended = (flags: number) =>
  webp('VP8X', (bytes) => {
    bytes[20] = flags
    bytes.writeUIntLE(1_199, 24, 3)
    bytes.writeUIntLE(799, 27, 3)
  })
const lossy = webp('VP8 ', (bytes) => {
  bytes.write('9d012a', 23, 'hex')
  bytes.writeUInt16LE(640, 26)
  bytes.writeUInt16LE(480, 28)
})
const lossless = webp('VP8L', (bytes) => {
  bytes[20] = 0x2f
  bytes.writeUInt32LE(639 | (479 << 14), 21)
})
const png = (...chunks: string[]) => {
  const head = Buffer.alloc(33)
  head.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  head.writeUInt32BE(640, 16)
  head.writeUInt32BE(480, 20)
  return Buffer.concat([head, ...chunks.map((type) => Buffer.from(`\0\0\0\0${type}\0\0\0\0`, 'latin1'))])
}

test('the size of a PNG, JPEG or WebP is read from its header', () => {
  expect(readStillImage(png('IDAT'))).toEqual({ media_type: 'image/png', width: 640, height: 480 })
  const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffffc0001108003200640301', 'hex')
  expect(readStillImage(jpeg)).toEqual({ media_type: 'image/jpeg', width: 100, height: 50 })
  for (const bytes of [lossy, lossless])
    expect(readStillImage(bytes)).toEqual({ media_type: 'image/webp', width: 640, height: 480 })
  expect(readStillImage(extended(0))).toEqual({ media_type: 'image/webp', width: 1_200, height: 800 })
})

test('an image with several frames is animated', () => {
  expect(readStillImage(png('acTL', 'IDAT'))).toBe('animated')
  expect(readStillImage(extended(2))).toBe('animated')
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a GIF', Buffer.from('474946383961780096000000003b', 'hex')],
  ['a WebP that is cut off', lossy.subarray(0, 20)],
  ['a WebP of an unknown kind', webp('VP9 ', () => undefined)],
  ['a lossy WebP without its start code', webp('VP8 ', () => undefined)],
])('%s is no still picture', (_, bytes) => {
  expect(readStillImage(bytes)).toBeUndefined()
})
