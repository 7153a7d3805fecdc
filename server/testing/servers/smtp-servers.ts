import net, { type AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach } from 'vitest'
import { createSmtpTransport } from '../../mail/smtp/transport.ts'
import type { MailTransport, OutgoingMessage } from '../../mail/transport.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

/** Registers a function to run after the test, in reverse order. */
export function closeAfterTest(close: () => Promise<void>): void {
  open.push(close)
}

/** Returns a transport to a server on loopback, closed after the test. */
export function transport(port: number, options = '', scheme = 'smtp://'): MailTransport {
  const created = createSmtpTransport(`${scheme}127.0.0.1:${port}/?${options}`)
  closeAfterTest(() => created.close())
  return created
}

export function message(changes: Partial<OutgoingMessage> & { to?: string; body?: string } = {}): OutgoingMessage {
  const { to = 'lin@example.net', body = 'Hello\r\n', ...rest } = changes
  return { envelope: { from: 'hi@studio.example', to }, raw: Buffer.from(`Subject: x\r\n\r\n${body}`), ...rest }
}

export interface Sink {
  port: number
  connections: number
  received: { to: string; body: string; user?: string; secure: boolean }[]
}

/** Starts a real SMTP server (smtp-server) on loopback. */
export async function startSink(options: SMTPServerOptions = {}): Promise<Sink> {
  const state: Sink = { port: 0, connections: 0, received: [] }
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    logger: false,
    onConnect(_session, callback) {
      state.connections++
      callback()
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? ''
        const user = session.user as string | undefined
        state.received.push({
          to,
          body: Buffer.concat(chunks).toString(),
          secure: session.secure,
          ...(user && { user }),
        })
        callback()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeAfterTest(() => new Promise((resolve) => server.close(() => resolve())))
  state.port = (server.server.address() as AddressInfo).port
  return state
}

export type Answer = string | 'die' | 'silence'

/** Starts a server with scripted replies, for behavior that correct servers do not show. `.` is the end of a message. */
export async function startScripted(
  answer: (line: string, connection: number) => Answer | undefined,
  extensions = ['PIPELINING'],
): Promise<Sink> {
  const state: Sink = { port: 0, connections: 0, received: [] }
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    const connection = ++state.connections
    sockets.add(socket)
    socket.on('error', () => undefined)
    let unread = ''
    let isInData = false
    const usual = (line: string) => {
      if (line === 'CONNECT') return '220 ready'
      if (line.startsWith('EHLO'))
        return ['250-scripted', ...extensions.map((name) => `250-${name}`), '250 OK'].join('\r\n')
      return line === 'DATA' ? '354 go ahead' : line === 'QUIT' ? '221 bye' : '250 ok'
    }
    const act = (line: string) => {
      const reply = answer(line, connection) ?? usual(line)
      if (reply === 'die') socket.destroy()
      else if (reply !== 'silence') socket.write(`${reply}\r\n`)
      return reply
    }
    socket.on('data', (chunk) => {
      unread += chunk.toString('latin1')
      while (!socket.destroyed) {
        const end = unread.indexOf(isInData ? '\r\n.\r\n' : '\r\n')
        if (isInData && unread.startsWith('.\r\n')) {
          unread = unread.slice(3)
          isInData = false
          act('.')
        } else if (end === -1) {
          if (isInData && unread.length > 0 && answer('BODY', connection) === 'die') socket.destroy()
          return
        } else if (isInData) {
          state.received.push({ to: '', body: unread.slice(0, end + 2), secure: false })
          unread = unread.slice(end + 5)
          isInData = false
          act('.')
        } else {
          const line = unread.slice(0, end)
          const bytes = Number(/^BDAT (\d+) LAST$/.exec(line)?.[1] ?? 0)
          if (unread.length < end + 2 + bytes) return
          if (bytes) state.received.push({ to: '', body: unread.slice(end + 2, end + 2 + bytes), secure: false })
          unread = unread.slice(end + 2 + bytes)
          isInData = act(line).startsWith('354')
        }
      }
    })
    act('CONNECT')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeAfterTest(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  )
  state.port = (server.address() as AddressInfo).port
  return state
}
