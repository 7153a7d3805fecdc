import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, inject } from 'vitest'
import { closeDatabase, openDatabase } from '../../db/client.ts'
import { TEST_POOL } from '../patience.ts'

/** Filters for the bytes of one connection. Each returns the bytes to pass on, or undefined to hold them back. */
export interface Filters {
  toServer?: (bytes: Buffer) => Buffer | undefined
  toClient?: (bytes: Buffer) => Buffer | undefined
}

/** Starts a server on loopback that forwards to PostgreSQL. `filters` is called for each connection. */
export async function proxyDatabase(
  database_url: string,
  filters: () => Filters,
): Promise<{ url: string; close: () => void }> {
  const url = new URL(database_url)
  const target = { host: url.hostname, port: Number(url.port || 5432) }
  const sockets = new Set<net.Socket>()
  const server = net.createServer((client) => {
    const backend = net.connect(target)
    const { toServer, toClient } = filters()
    connect({ from: client, to: backend, filter: toServer })
    connect({ from: backend, to: client, filter: toClient })
    for (const socket of [client, backend]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // Otherwise connections would bypass this server through the Unix socket.
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${(server.address() as net.AddressInfo).port}`
  const close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { url: url.href, close }
}

/** Connects this file's tests to the shared database through such a server, over at most `max` connections. */
export function reachDatabaseThrough(filters: () => Filters, { max }: { max: number }): void {
  let proxy: { url: string; close: () => void } | undefined
  beforeAll(async () => {
    await closeDatabase()
    proxy = await proxyDatabase(inject('database_url'), filters)
    openDatabase(proxy.url, { max })
  })
  afterAll(async () => {
    await closeDatabase()
    proxy?.close()
    openDatabase(inject('database_url'), TEST_POOL)
  })
}

interface Direction {
  from: net.Socket
  to: net.Socket
  filter: Filters['toServer']
}

function connect({ from, to, filter = (bytes) => bytes }: Direction): void {
  from.on('data', (bytes) => {
    const passed = filter(bytes)
    if (passed?.length) to.write(passed)
  })
  from.on('error', () => to.destroy())
  from.on('close', () => to.end())
}
