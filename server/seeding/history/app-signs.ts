import { crc32, deflateSync } from 'node:zlib'

/** Red, green and blue, 0 to 255. */
type Color = readonly [number, number, number]
/** Returns whether a point belongs to the shape. Coordinates are from -1 to 1, to the right and down. */
type Shape = (x: number, y: number) => boolean

const SIDE = 256
/** Samples per pixel and dimension, for smooth edges. */
const FINE = 3

/** Draws a logo of one shape on a background, as a PNG. */
export function drawSign({ background, ink, shape }: { background: Color; ink: Color; shape: Shape }): Buffer {
  const rows = Buffer.alloc(SIDE * (1 + SIDE * 3))
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const share = coverage(shape, x, y)
      const at = y * (1 + SIDE * 3) + 1 + x * 3
      for (const part of [0, 1, 2] as const)
        rows[at + part] = Math.round(background[part] * (1 - share) + ink[part] * share)
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(SIDE, 0)
  head.writeUInt32BE(SIDE, 4)
  // Eight bits per color, three colors, no alpha.
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function coverage(shape: Shape, x: number, y: number): number {
  let inside = 0
  for (let i = 0; i < FINE * FINE; i++) {
    const px = x + ((i % FINE) + 0.5) / FINE
    const py = y + (Math.floor(i / FINE) + 0.5) / FINE
    if (shape((px / SIDE) * 2 - 1, (py / SIDE) * 2 - 1)) inside++
  }
  return inside / (FINE * FINE)
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A kiln: an arch with an opening. */
export const kiln: Shape = (x, y) => {
  const arch = y > 0 ? Math.abs(x) < 0.55 && y < 0.6 : x * x + y * y < 0.55 ** 2
  const door = y > 0.15 ? Math.abs(x) < 0.22 && y < 0.6 : x * x + (y - 0.15) ** 2 < 0.22 ** 2
  return arch && !door
}

/** Two sheets, one behind the other. */
export const sheets: Shape = (x, y) => {
  const front = x > -0.6 && x < 0.3 && y > -0.3 && y < 0.6
  const gap = x > -0.7 && x < 0.4 && y > -0.4 && y < 0.6
  const behind = x > -0.3 && x < 0.6 && y > -0.6 && y < 0.3
  const hill = (x + 0.15) ** 2 + (y - 0.15) ** 2 < 0.05
  return front ? !hill : behind && !gap
}

/** Three bars of a poll. */
export const bars: Shape = (x, y) =>
  [0.9, 0.45, 0.7].some((length, row) => Math.abs(y - (row - 1) * 0.42) < 0.13 && x > -0.6 && x < -0.6 + length * 1.3)

export const drop: Shape = (x, y) => {
  const round = x * x + (y - 0.18) ** 2 < 0.42 ** 2
  const tip = y < 0.18 && y > -0.65 && Math.abs(x) < ((y + 0.65) / 0.83) * 0.4
  return round || tip
}
