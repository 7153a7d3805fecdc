import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

test('a free port lies below those of outgoing connections', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()))
  expect(ports.filter((port) => port < 20_000 || port >= 32_768)).toEqual([])
})

test('a wanted port is returned while nothing listens on it', async () => {
  const wanted = await freePort()
  const other = createServer().listen(wanted, '127.0.0.1')
  await once(other, 'listening')
  expect(await freePort(wanted)).not.toBe(wanted)
  other.close()
  await once(other, 'close')
  expect(await freePort(wanted)).toBe(wanted)
})
