import { expect, onTestFinished, test } from 'vitest'
import { rootLogger } from '../../core/log.ts'
import { proxyDatabase } from '../../testing/servers/database-proxy.ts'
import { database } from '../client.ts'
import { PersistentSession } from './persistent-session.ts'

test.each([
  ['before it is accepted', 'user'],
  ['before it listens', 'listen'],
])('a connection that goes silent %s fails in time, and a new one is opened', async (_, last_message) => {
  const network = await networkTo(database().url)
  const session = new PersistentSession({
    config: { connectionString: network.url },
    log: rootLogger,
    opening_ms: 300,
  })
  onTestFinished(() => session.close())
  const use = { channels: ['quiet'], onNotification: () => undefined }
  network.loseAfter(last_message)
  await expect(session.use(use)).rejects.toThrow()
  expect(session.connected).toBe(false)
  network.loseAfter(undefined)
  const opened = () =>
    session.use(use).then(
      () => true,
      () => false,
    )
  await expect.poll(opened).toBe(true)
  expect(session.connected).toBe(true)
})

/** Drops all data on a connection after a message that contains `text`, without closing either end. */
async function networkTo(database_url: string) {
  let last: string | undefined
  const { url, close } = await proxyDatabase(database_url, () => {
    let isLost = false
    return {
      toServer: (bytes) => {
        isLost ||= last !== undefined && bytes.includes(last)
        return isLost ? undefined : bytes
      },
    }
  })
  onTestFinished(close)
  return {
    url,
    loseAfter: (text: string | undefined) => {
      last = text
    },
  }
}
