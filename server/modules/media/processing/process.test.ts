import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { MAX_PICTURE_BYTES } from '../values-schema.ts'
import { imageKind } from './kind.ts'
import { cropPicture, processPicture } from './process.ts'

const plain = (width: number, height: number, background = '#2563eb') =>
  sharp({ create: { width, height, channels: 3, background } })
const processFile = (bytes: Buffer, name = 'file') => processPicture({ name, bytes })

/** Returns a PNG whose header declares a size, with one row of pixels. */
function announcing(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const head = Buffer.alloc(4)
    head.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc(body))
    return Buffer.concat([head, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(3 * width + 1))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc(bytes: Buffer): number {
  let rest = 0xffffffff
  for (const byte of bytes) {
    rest ^= byte
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  }
  return (rest ^ 0xffffffff) >>> 0
}

/** Returns a GIF of one pixel with many frames. */
const frames = (count: number) =>
  Buffer.concat([
    Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1'),
    ...Array.from({ length: count }, () =>
      Buffer.from('!\xf9\x04\0\x0a\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0', 'latin1'),
    ),
    Buffer.from(';', 'latin1'),
  ])

test("a photograph gets four sizes in JPEG and WebP, without the camera's metadata and correctly rotated", async () => {
  const taken = await plain(3_000, 1_500)
    .jpeg()
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '59/1 54/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const { is_animated, sizes, files } = await processFile(taken)
  expect(is_animated).toBe(false)
  expect(sizes.map(({ width, height, file }) => [width, height, file])).toEqual([
    [320, 640, '320.jpg'],
    [640, 1_280, '640.jpg'],
    [1_200, 2_400, '1200.jpg'],
    [1_500, 3_000, '1500.jpg'],
  ])
  expect(files.map(({ name, media_type }) => `${name} ${media_type}`)).toEqual(
    [320, 640, 1200, 1500].flatMap((width) => [`${width}.jpg image/jpeg`, `${width}.webp image/webp`]),
  )
  for (const { bytes } of files) {
    const { exif, xmp, iptc, orientation } = await sharp(bytes).metadata()
    expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined])
  }
})

test('a small image is not enlarged, transparency stays, and a flat drawing stays a PNG', async () => {
  const drawing = await processFile(await plain(200, 100).png().toBuffer())
  expect(drawing.sizes).toMatchObject([{ width: 200, height: 100, file: '200.png' }])
  const clear = await sharp({ create: { width: 400, height: 400, channels: 4, background: '#00000000' } })
    .webp()
    .toBuffer()
  const { sizes, files } = await processFile(clear)
  expect(sizes.map(({ file }) => file)).toEqual(['320.png', '400.png'])
  expect((await sharp(files[0]?.bytes).stats()).isOpaque).toBe(false)
  expect((await processFile(await plain(50, 50).avif().toBuffer())).sizes).toHaveLength(1)
})

test('an animation stays animated, in the width of an email', async () => {
  const strip = await plain(800, 1_200)
    .composite([{ input: await plain(800, 400, '#dc2626').png().toBuffer(), top: 400, left: 0 }])
    .raw()
    .toBuffer()
  const gif = await sharp(strip, { raw: { width: 800, height: 1_200, channels: 3, pageHeight: 400 } })
    .gif({ delay: [100, 100, 100] })
    .toBuffer()
  const { is_animated, sizes, files } = await processFile(gif)
  expect([is_animated, sizes.map(({ width, height, file }) => [width, height, file])]).toEqual([
    true,
    [[640, 320, '640.gif']],
  ])
  for (const { bytes } of files) expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(3)
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

test.each([
  ['an SVG with a script', Buffer.from(SVG), /^logo\.png is an SVG, which can run scripts\. Save it as a PNG first\./],
  ['an SVG after a declaration', Buffer.from(`<?xml version="1.0"?>\n<!-- a -->${SVG}`), /is an SVG/],
  [
    'a page',
    Buffer.from('<!DOCTYPE html><script>alert(1)</script>'),
    /is not an image that can be read\. Accepted are JPEG, PNG/,
  ],
  ['a ZIP', Buffer.from('PK\x03\x04rest', 'latin1'), /is not an image/],
  ['a PDF', Buffer.from('%PDF-1.7 /Type /XObject'), /is not an image/],
  ['nothing', Buffer.alloc(0), /^logo\.png is empty/],
  ['a HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), /is a HEIC image\. Save it as a JPEG/],
  ['an SVG behind the start of a PNG', Buffer.from(`\x89PNG\r\n\x1a\n${SVG}`, 'latin1'), /damaged or incomplete/],
  ['the header of a JPEG alone', Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF', 'latin1'), /damaged or incomplete/],
  [
    'a header of 200 megapixels',
    announcing(20_000, 10_000),
    /20,000 × 10,000 pixels\. An image can have up to 64 million/,
  ],
  ['a bomb of a few hundred bytes', announcing(60_000, 60_000), /pixels|damaged/],
  ['ten thousand frames', frames(10_000), /has 10,000 frames\. An animation can have up to 300/],
])('%s is rejected with the name of the file [S13]', async (_, bytes, reason) => {
  await expect(processFile(bytes, 'logo.png')).rejects.toThrow(reason)
})

test('a truncated image, and one with too many bytes, are rejected', async () => {
  const whole = await plain(600, 400).jpeg().toBuffer()
  await expect(processFile(whole.subarray(0, whole.length - 600))).rejects.toThrow('file is damaged or incomplete')
  const png = await sharp(Buffer.alloc(300 * 300 * 3, 7), { raw: { width: 300, height: 300, channels: 3 } })
    .png()
    .toBuffer()
  await expect(processFile(png.subarray(0, png.length - 60))).rejects.toThrow('damaged or incomplete')
  await expect(processFile(Buffer.alloc(MAX_PICTURE_BYTES + 1))).rejects.toThrow('file is larger than 20 MB')
})

test('data appended to an image, or written into it, is in none of its files [S13]', async () => {
  const page = '<script>alert(document.domain)</script>'
  const jpeg = await plain(64, 64).jpeg().toBuffer()
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, page.length + 2]), Buffer.from(page)])
  const mixed = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), Buffer.from(page)])
  const { files } = await processFile(mixed, 'page.html')
  expect(files.map(({ name }) => name)).toEqual(['64.jpg', '64.webp'])
  for (const { bytes } of files) expect(bytes.includes('script')).toBe(false)
})

test('the content decides the type, whatever the name', async () => {
  const { sizes } = await processFile(await plain(32, 32).jpeg().toBuffer(), 'drawing.svg')
  expect(sizes).toMatchObject([{ file: '32.jpg' }])
  expect(imageKind(Buffer.from('ftyp'))).toEqual({ because: 'is not an image that can be read' })
})

test('an image can be cropped to a part inside it, and a part outside it is rejected', async () => {
  const bytes = await plain(100, 80).jpeg().toBuffer()
  const { width, height } = await sharp(
    await cropPicture({ name: 'a', bytes }, { left: 10, top: 20, width: 30, height: 40 }),
  ).metadata()
  expect([width, height]).toEqual([30, 40])
  await expect(cropPicture({ name: 'a', bytes }, { left: 80, top: 0, width: 30, height: 10 })).rejects.toThrow(
    'The part is not inside a, which has 100 × 80 pixels',
  )
})
