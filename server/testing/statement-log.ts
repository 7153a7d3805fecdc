import net from 'node:net'
import { afterAll, beforeAll, inject } from 'vitest'
import { closeDatabase, openDatabase } from '../db/client.ts'

/** One statement as it went over the wire. */
export interface LoggedStatement {
  /** Of the prepared statement; empty for one that PostgreSQL parses each time. */
  name: string
  text: string
}

/** What the server gets without having to answer first. */
export type RoundTrip = LoggedStatement[]

export interface StatementLog {
  /** Returns the round trips that `work` needs, in the order they begin. */
  record: (work: () => Promise<unknown>) => Promise<RoundTrip[]>
}

/**
 * The tests of this file reach the shared database through a proxy that reads PostgreSQL's protocol, over one connection, so what one
 * request leaves behind is done before the next. Run a request three times before you record it: a text is prepared when it is repeated.
 */
export function logStatements(): StatementLog {
  let recording: RoundTrip[] | undefined
  const server = net.createServer((client) =>
    forward(client, (statement, is_new_trip) => {
      if (!recording) return
      if (is_new_trip || recording.length === 0) recording.push([])
      recording.at(-1)?.push(statement)
    }),
  )
  beforeAll(async () => {
    await closeDatabase()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = new URL(inject('database_url'))
    url.host = `127.0.0.1:${(server.address() as net.AddressInfo).port}`
    openDatabase(url.href, { max: 1 })
  })
  afterAll(async () => {
    await closeDatabase()
    server.close()
    openDatabase(inject('database_url'), { max: 8 })
  })
  return {
    record: async (work) => {
      recording = []
      await work()
      const trips = recording
      recording = undefined
      return trips
    },
  }
}

function forward(client: net.Socket, log: (statement: LoggedStatement, is_new_trip: boolean) => void): void {
  const { hostname, port } = new URL(inject('database_url'))
  const backend = net.connect(Number(port || 5432), hostname)
  const prepared = new Map<string, string>()
  let is_answered = true
  let is_standing = false
  const read = reader((type, body) => {
    const [first = '', second = ''] = body.toString('utf8').split('\0', 2)
    if (type === 'P') prepared.set(first, second)
    const statement =
      type === 'Q'
        ? { name: '', text: first }
        : type === 'B'
          ? { name: second, text: prepared.get(second) ?? '' }
          : undefined
    // The standing connection asks on its own account, at any time.
    is_standing ||= type === 'Q' && first.startsWith('listen ')
    // So does the proof that it receives notifications.
    if (!statement || is_standing || statement.text.includes('pg_notify')) return
    log(statement, is_answered)
    is_answered = false
  })
  client.on('data', (bytes) => {
    read(bytes)
    backend.write(bytes)
  })
  backend.on('data', (bytes) => {
    is_answered = true
    client.write(bytes)
  })
  for (const [one, other] of [
    [client, backend],
    [backend, client],
  ] as const) {
    one.on('error', () => other.destroy())
    one.on('close', () => other.end())
  }
}

/** Cuts what a client sends into messages. The first one, which opens the session, has no type. */
function reader(onMessage: (type: string, body: Buffer) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0)
  let is_open = false
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    for (;;) {
      const head = is_open ? 1 : 0
      if (rest.length < head + 4) return
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return
      if (is_open) onMessage(String.fromCharCode(rest[0] ?? 0), rest.subarray(5, length))
      is_open = true
      rest = rest.subarray(length)
    }
  }
}
