import { expect, onTestFinished, test, vi } from 'vitest'
import { database } from '../db/client.ts'
import { PATIENCE } from '../testing/patience.ts'
import { reachDatabaseThrough } from '../testing/servers/database-proxy.ts'
import { credentialCache, measureCredentialAge } from './credential.ts'

// Like a pooler in transaction mode, this proxy accepts LISTEN and delivers no notification.
reachDatabaseThrough(
  () => {
    let rest = Buffer.alloc(0)
    return {
      toClient: (bytes) => {
        const passed: Buffer[] = []
        rest = Buffer.concat([rest, bytes])
        while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
          const length = 1 + rest.readInt32BE(1)
          const isNotification = rest[0] === 'A'.charCodeAt(0)
          if (!isNotification) passed.push(rest.subarray(0, length))
          rest = rest.subarray(length)
        }
        return Buffer.concat(passed)
      },
    }
  },
  { max: 2 },
)

test('behind a pooler that delivers no notifications, a credential is looked up again after less than a second', async () => {
  const start = performance.now() - 20_000
  let now = start
  measureCredentialAge(() => now)
  onTestFinished(() => measureCredentialAge(() => performance.now()))
  const find = async () => ({
    account_id: 7,
    plan_type: 'creator',
    actor: { kind: 'api_key' as const, api_key_id: 1, scopes: ['public'] },
    role: 'owner' as const,
    name: 'api_key:1',
    grant_id: null,
    assistant: null,
    client: 'api_key:1',
    counted_as: 'api_key:1',
    expires_at: null,
  })
  const isLookedUpAt = async (ms: number) => {
    now = start + ms
    return (await credentialCache().get('hash', find)).is_found
  }
  await isLookedUpAt(0)
  await vi.waitUntil(() => database().session.connected, PATIENCE)
  // The session answers, so it seems to have received every notification.
  expect(await database().session.verify()).toBe(true)
  await isLookedUpAt(10_001)
  expect(await isLookedUpAt(10_900)).toBe(false)
  expect(await isLookedUpAt(10_902)).toBe(true)
})
