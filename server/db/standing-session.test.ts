import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { rootLogger } from '../core/log.ts'
import { database } from './client.ts'
import { StandingSession } from './standing-session.ts'

test('a connection that goes silent while it is opened fails in time, and the next one is opened', async () => {
  const network = await networkTo(database().url)
  const session = new StandingSession({
    config: { connectionString: network.url },
    log: rootLogger,
    opening_ms: 300,
  })
  onTestFinished(() => session.close())
  const use = { channels: ['quiet'], onNotification: () => undefined }
  network.loseAfter('listen')
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

/** Forwards to PostgreSQL. From a message that contains `text` on, nothing of a connection arrives, and neither end is told. */
async function networkTo(database_url: string) {
  const { hostname, port } = new URL(database_url)
  let last: string | undefined
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const server = connect({ host: hostname, port: Number(port) })
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    let is_lost = false
    client.on('data', (data) => {
      is_lost ||= last !== undefined && data.includes(last)
      if (!is_lost) server.write(data)
    })
    server.on('data', (data) => client.write(data))
    client.on('close', () => server.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = new URL(database_url)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    loseAfter: (text: string | undefined) => {
      last = text
    },
  }
}
