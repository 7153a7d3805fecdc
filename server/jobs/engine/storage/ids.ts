import { createHash, randomBytes } from 'node:crypto'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns a ULID: 26 characters that sort by the millisecond of creation. */
export function ulid(now: number = Date.now()): string {
  let id = ''
  for (let time = now, i = 0; i < 10; i++, time = Math.floor(time / 32)) id = CROCKFORD[time % 32] + id
  for (const byte of randomBytes(16)) id += CROCKFORD[byte % 32]
  return id
}

/** Returns the smallest ULID of a moment. Ids created earlier sort before it. */
export const ulidFloor = (moment: Date): string => ulid(moment.getTime()).slice(0, 10).padEnd(26, '0')

/** Returns the same UUID for the same parts, in every process. */
export function uuidOf(...parts: string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  // Version 8 (custom) and the RFC's variant bits.
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-9${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
