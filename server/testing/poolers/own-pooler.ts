import { once } from 'node:events'
import net from 'node:net'
import pg from 'pg'
import { messageOf, messageParser, PROTOCOL } from './messages.ts'
import type { Pooler, PoolerOptions } from './modes.ts'

/** A PostgreSQL session, and its current client. */
interface Session {
  stream: net.Socket
  client: Client | undefined
  end: () => void
}

interface Client {
  socket: net.Socket
  session: Session | undefined
  /** Number of statements that PostgreSQL has not answered. */
  open: number
  /** True if the client has sent part of a statement, or is in a transaction. */
  is_partial: boolean
  in_transaction: boolean
}

const READY = messageOf('Z', Buffer.from('I'))
const ACCEPTED = Buffer.concat([messageOf('R', Buffer.alloc(4)), messageOf('K', Buffer.alloc(8)), READY])

/**
 * Starts a pooler for machines without PgBouncer. In transaction mode, each transaction gets the session that has been free longest, as
 * long as there is another one, so no client gets its last session again. In session mode, a session is reset after its client.
 */
export async function startOwnPooler(
  database_url: string,
  { mode, most = Number.POSITIVE_INFINITY }: PoolerOptions,
): Promise<Pooler> {
  const free: Session[] = []
  const sessions = new Set<Session>()
  const sockets = new Set<net.Socket>()

  const waiting_clients: ((session: Session) => void)[] = []
  let opened_count = 0

  const release = (session: Session) => {
    session.client = undefined
    const next = waiting_clients.shift()
    if (next) next(session)
    else free.push(session)
  }
  const onReady = (session: Session, status: string) => {
    const { client } = session
    if (!client) return
    client.open -= 1
    client.in_transaction = status !== 'I'
    if (mode === 'session' || client.open > 0 || client.is_partial || client.in_transaction) return
    client.session = undefined
    release(session)
  }
  const open = async (): Promise<Session> => {
    opened_count += 1
    const connection = new pg.Client({ connectionString: database_url })
    connection.on('error', () => undefined)
    await connection.connect()
    // The connection is authenticated. From here on, its bytes belong to clients.
    const { stream } = (connection as unknown as { connection: { stream: net.Socket } }).connection
    stream.removeAllListeners('data')
    const session: Session = { stream, client: undefined, end: () => stream.destroy() }
    sessions.add(session)
    stream.on('close', () => sessions.delete(session))
    const read = messageParser(false, ({ type, body, bytes }) => {
      session.client?.socket.write(bytes)
      if (type === 'Z') onReady(session, body.toString())
    })
    stream.on('data', read)
    return session
  }
  const take = async (): Promise<Session> => {
    while (free.length < 2 && opened_count < most) free.push(await open())
    return free.shift() ?? new Promise((resolve) => waiting_clients.push(resolve))
  }
  const leave = ({ session, open, is_partial, in_transaction }: Client) => {
    if (!session) return
    session.client = undefined
    if (mode === 'session' || open > 0 || is_partial || in_transaction) session.end()
    else release(session)
  }

  const server = net.createServer((socket) => {
    sockets.add(socket)
    const client: Client = { socket, session: undefined, open: 0, is_partial: false, in_transaction: false }
    let last: Promise<unknown> = Promise.resolve()
    const forward = async (type: string, bytes: Buffer) => {
      if (socket.destroyed) return
      client.session ??= await take()
      client.session.client = client
      client.is_partial = !['Q', 'S'].includes(type)
      if (!client.is_partial) client.open += 1
      client.session.stream.write(bytes)
    }
    const read = messageParser(true, ({ type, body, bytes }) => {
      if (type === '') socket.write(body.readInt32BE(0) === PROTOCOL ? ACCEPTED : 'N')
      else if (type !== 'X') last = last.then(() => forward(type, bytes))
    })
    socket.on('data', read)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      void last.then(() => leave(client))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(database_url)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${(server.address() as net.AddressInfo).port}`
  const close = async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
    for (const session of sessions) session.end()
  }
  return { url: url.href, close }
}
