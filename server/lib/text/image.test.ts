import { expect, test } from 'vitest'
import { readImage } from './image.ts'

const png = (width: number, height: number) => {
  const bytes = Buffer.alloc(33)
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffffc0001108003200640301', 'hex')
const gif = Buffer.from('474946383961780096000000003b', 'hex')

test('type and size of an image are read from its bytes', () => {
  expect(readImage(png(640, 480))).toEqual({ media_type: 'image/png', width: 640, height: 480 })
  expect(readImage(jpeg)).toEqual({ media_type: 'image/jpeg', width: 100, height: 50 })
  expect(readImage(gif)).toEqual({ media_type: 'image/gif', width: 120, height: 150 })
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['HTML behind a GIF’s name alone', Buffer.from('GIF89a')],
  ['HTML behind a JPEG’s first bytes', Buffer.from('\xff\xd8<script>alert(1)</script>', 'latin1')],
  ['a PNG that is cut off', png(1, 1).subarray(0, 20)],
  ['a JPEG without a frame', Buffer.from('ffd8ffe000104a464946000101000001000100ff', 'hex')],
  ['a JPEG whose segment has no length', Buffer.from('ffd8ffe00000ffe00000ffe00000ffe0', 'hex')],
  ['WebP', Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
])('%s is not an image', (_, bytes) => {
  expect(readImage(bytes)).toBeUndefined()
})
