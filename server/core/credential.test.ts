import net from 'node:net'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { closeDatabase, database, openDatabase } from '../db/client.ts'
import { PATIENCE } from '../testing/patience.ts'
import { credentialCache, measureCredentialAge } from './credential.ts'

// The database is reached through what a pooler in transaction mode is for LISTEN: it accepts it and delivers no notification.
const pooler = net.createServer((client) => {
  const { hostname, port } = new URL(inject('database_url'))
  const backend = net.connect(Number(port || 5432), hostname)
  client.pipe(backend)
  let rest = Buffer.alloc(0)
  backend.on('data', (bytes) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const length = 1 + rest.readInt32BE(1)
      const is_notification = rest[0] === 'A'.charCodeAt(0)
      if (!is_notification) client.write(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  })
  for (const [one, other] of [
    [client, backend],
    [backend, client],
  ] as const) {
    one.on('error', () => other.destroy())
    one.on('close', () => other.end())
  }
})
beforeAll(async () => {
  await closeDatabase()
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve))
  const url = new URL(inject('database_url'))
  url.host = `127.0.0.1:${(pooler.address() as net.AddressInfo).port}`
  openDatabase(url.href, { max: 2 })
})
afterAll(async () => {
  await closeDatabase()
  pooler.close()
  openDatabase(inject('database_url'), { max: 8 })
})

test('behind a pooler that delivers no notifications, a credential is looked up again after less than a second', async () => {
  const start = performance.now() - 20_000
  let now = start
  measureCredentialAge(() => now)
  onTestFinished(() => measureCredentialAge(() => performance.now()))
  const find = async () => ({
    account_id: 7,
    actor: { kind: 'api_key' as const, api_key_id: 1, scopes: ['public'] },
    role: 'owner' as const,
    ...{ name: 'api_key:1', client: 'api_key:1', counted_as: 'api_key:1', expires_at: null },
  })
  const isLookedUpAt = async (ms: number) => {
    now = start + ms
    return (await credentialCache().get('hash', find)).is_found
  }
  await isLookedUpAt(0)
  await vi.waitUntil(() => database().session.connected, PATIENCE)
  // The session answers, so it looks as if it had received everything until now.
  expect(await database().session.verify()).toBe(true)
  await isLookedUpAt(10_001)
  expect(await isLookedUpAt(10_900)).toBe(false)
  expect(await isLookedUpAt(10_902)).toBe(true)
})
