import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { env, readEnv } from '../env.ts'
import { processSingleton } from '../lib/concurrency/process-singleton.ts'
import { UnsafeUrlError } from '../lib/net/safe-fetch.ts'
import { configureOutbound, outbound } from './outbound.ts'

const settings = env()
const process_env = processSingleton<{ env?: typeof settings }>('env', () => ({}))
const server = http.createServer((_, response) => response.end('here'))
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(async () => {
  process_env.env = settings
  await configureOutbound()
  server.close()
})

test('private addresses cannot be called unless the environment allows them [W6]', async () => {
  await expect(outbound().fetch(url)).rejects.toThrow(UnsafeUrlError)
  await expect(outbound().assertPublicUrl('http://127.0.0.1/')).rejects.toThrow(UnsafeUrlError)
})

test('addresses that the environment allows can be called on every port, others cannot [W6]', async () => {
  const { ALLOW_PRIVATE_ADDRESSES } = readEnv({ ALLOW_PRIVATE_ADDRESSES: '127.0.0.1, 10.1.0.0/16' })
  process_env.env = { ...settings, ALLOW_PRIVATE_ADDRESSES }
  await configureOutbound()
  const answer = await outbound().fetch(url)
  expect([answer.status, String(answer.body)]).toEqual([200, 'here'])
  await expect(outbound().assertPublicUrl('http://10.1.2.3:9/')).resolves.toBeInstanceOf(URL)
  for (const other of ['http://127.0.0.2/', 'http://10.2.0.1/', 'http://[::1]/']) {
    await expect(outbound().assertPublicUrl(other), other).rejects.toThrow(UnsafeUrlError)
  }
})

test('the copies of this code in the server and in the pages recognize each other’s refusals [W6]', async () => {
  const guard = outbound()
  // Another address is another module.
  const other: typeof import('../lib/net/safe-fetch.ts') = await import(
    `${import.meta.dirname}/../lib/net/safe-fetch.ts?copy`
  )
  expect(other.UnsafeUrlError).not.toBe(UnsafeUrlError)
  const refused = guard.assertPublicUrl('http://10.2.0.1/')
  await expect(refused).rejects.toBeInstanceOf(other.UnsafeUrlError)
  expect(new Error('x') instanceof other.UnsafeUrlError).toBe(false)
})

test('an invalid network stops the start', () => {
  expect(() => readEnv({ ALLOW_PRIVATE_ADDRESSES: '127.0.0.1/33' })).toThrow(/^ALLOW_PRIVATE_ADDRESSES is not a list/)
})
