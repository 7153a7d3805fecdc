import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

test('a free port is below the ports of outgoing connections', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()))
  expect(ports.filter((port) => port < 20_000 || port >= 32_768)).toEqual([])
})

test('a wanted port is returned while nothing listens on it', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  expect(await freePort(port)).not.toBe(port)
  other.close()
  await once(other, 'close')
  expect(await freePort(port)).toBe(port)
})
