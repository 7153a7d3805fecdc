import { expect, test } from 'vitest'
import { joinBytes } from './join-bytes.ts'

test('joined pieces keep their bytes while others are joined, whatever their length', () => {
  const lengths = [0, 1, 20_000, 32_768, 32_769, 300_000]
  const joined = Array.from({ length: 60 }, (_, at) => {
    const length = lengths[at % lengths.length] ?? 0
    return { at, length, bytes: joinBytes([`${at} é`, Buffer.alloc(length, at)]) }
  })
  for (const { at, length, bytes } of joined)
    expect(bytes.equals(Buffer.concat([Buffer.from(`${at} é`, 'latin1'), Buffer.alloc(length, at)]))).toBe(true)
})
