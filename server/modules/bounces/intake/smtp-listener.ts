import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { clock } from '../../../core/clock.ts'
import type { Logger } from '../../../core/log.ts'
import { readReturnPath } from '../../delivery/tracking/return-path.ts'
import type { Arrivals } from './arrivals.ts'

export interface ListenerOptions {
  port: number
  host?: string | undefined
  /** BOUNCE_DOMAIN. */
  domain: string
  certificate?: string | undefined
  key?: string | undefined
  arrivals: Arrivals
  log: Logger
  limits?: Partial<ListenerLimits> | undefined
}

export interface ListenerLimits {
  message_bytes: number
  connections: number
  connections_per_address: number
  messages_per_minute: number
  recipients: number
  bad_recipients: number
  /** Milliseconds without a command or data after which a connection is closed. */
  silence_ms: number
  /** Milliseconds within which a message must be complete. */
  data_ms: number
  /** Milliseconds for messages in transfer when the process stops. */
  close_ms: number
}

const LIMITS: ListenerLimits = {
  message_bytes: 2 * 2 ** 20,
  connections: 200,
  connections_per_address: 20,
  messages_per_minute: 6_000,
  recipients: 20,
  bad_recipients: 10,
  silence_ms: 60_000,
  data_ms: 120_000,
  close_ms: 5_000,
}

/** The address to register with feedback loops, through which mailbox providers send complaints to one address. */
export const complaintsAddress = (domain: string): string => `complaints@${domain}`

/**
 * Receives mail for our messages' return paths and for the complaints address. Refuses every other recipient, so it relays nothing. A
 * message is accepted once it is stored. Returns the port and a function that stops the listener.
 */
export async function listenForReports(
  options: ListenerOptions,
): Promise<{ port: number; close: () => Promise<void> }> {
  const { arrivals, domain, log, certificate, key } = options
  const limits = { ...LIMITS, ...options.limits }
  const watch = new SourceWatch(limits)
  const bad = new WeakMap<object, number>()
  const transferring = new Set<string>()
  const complaints = complaintsAddress(domain)
  const server: SMTPServer = new SMTPServer({
    name: domain,
    banner: 'reports only',
    size: limits.message_bytes,
    maxClients: limits.connections,
    socketTimeout: limits.silence_ms,
    closeTimeout: limits.close_ms,
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: certificate ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    ...(certificate && key && { cert: readFileSync(certificate), key: readFileSync(key) }),
    onConnect: (session, done) => {
      if (!watch.open(session.remoteAddress)) return done(reply(421, '4.7.0 Too many connections, try again later'))
      done()
    },
    onClose: (session) => {
      transferring.delete(session.id)
      watch.close(session.remoteAddress)
    },
    onMailFrom: (_address, session, done) => {
      if (!watch.count(session.remoteAddress)) return done(reply(451, '4.7.0 Too many messages, try again later'))
      if (arrivals.isFull) return done(reply(451, '4.3.1 Busy, try again later'))
      done()
    },
    onRcptTo: ({ address }, session, callback) => {
      if (session.envelope.rcptTo.length >= limits.recipients) return callback(reply(452, '4.5.3 Too many recipients'))
      const return_path = address.toLowerCase() === complaints ? {} : readReturnPath(address, { now: clock.now() })
      if (typeof return_path === 'object') return callback()
      const count = (bad.get(session) ?? 0) + 1
      bad.set(session, count)
      if (count > limits.bad_recipients) {
        callback(reply(421, '4.7.0 Too many unknown recipients'))
        return closeSoon(server, session.id)
      }
      callback(reply(550, return_path === 'expired' ? '5.1.1 This return path has expired' : '5.1.1 No such recipient'))
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = []
      let bytes = 0
      transferring.add(session.id)
      const late = setTimeout(() => closeSoon(server, session.id), limits.data_ms)
      stream.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        // The rest of a message that is too large is read and dropped, so its sender gets a reply.
        if (bytes > limits.message_bytes) chunks.length = 0
        else chunks.push(chunk)
      })
      stream.on('error', () => clearTimeout(late))
      stream.on('end', () => {
        clearTimeout(late)
        const answer = (error: Error | null, text?: string) => {
          transferring.delete(session.id)
          callback(error, text)
        }
        if (stream.sizeExceeded || bytes > limits.message_bytes) {
          return answer(reply(552, `5.3.4 A report has at most ${limits.message_bytes} bytes`))
        }
        const raw = Buffer.concat(chunks)
        const added = session.envelope.rcptTo.map(({ address }) =>
          arrivals.add({ source: 'smtp', recipient: address, raw }),
        )
        Promise.all(added).then(
          () => answer(null, '2.0.0 Stored'),
          (error: unknown) => {
            log.error({ err: error }, 'a received report could not be stored; its sender will try again')
            answer(reply(451, '4.3.0 Not stored, try again later'))
          },
        )
      })
    },
  })
  server.server.prependListener('connection', writeTogether)
  // Broken connections are the sender's problem.
  server.on('error', (error) => log.debug({ err: error }, 'a connection that receives reports failed'))
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(options.port, options.host, () => {
      server.server.off('error', reject)
      resolve()
    })
  })
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : options.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        // Waits only for messages in transfer.
        for (const connection of server.connections) if (!transferring.has(connection.id)) connection.close()
      }),
  }
}

/** Sends replies to commands that arrive together in one packet (RFC 2920 3.2), because each write costs about as much as a command. */
function writeTogether(socket: Socket): void {
  const write = socket.write.bind(socket)
  Object.assign(socket, {
    write: (...given: Parameters<typeof write>) => {
      if (socket.writableCorked === 0) {
        socket.cork()
        process.nextTick(() => socket.uncork())
      }
      return write(...given)
    },
  })
}

const reply = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })

function closeSoon(server: SMTPServer, id: string): void {
  setImmediate(() => {
    for (const connection of server.connections) if (connection.id === id) connection.close()
  })
}

const MINUTE_MS = 60_000
const MAX_ADDRESSES = 10_000

/** Counts connections and messages by source address. */
class SourceWatch {
  readonly #limits: ListenerLimits
  readonly #open = new Map<string, number>()
  #messages = new Map<string, number>()
  #since = 0

  constructor(limits: ListenerLimits) {
    this.#limits = limits
  }

  /** Returns whether the source may open a connection. Every call is followed by `close`. */
  open(address: string): boolean {
    const count = (this.#open.get(address) ?? 0) + 1
    this.#open.set(address, count)
    return count <= this.#limits.connections_per_address
  }

  close(address: string): void {
    const count = (this.#open.get(address) ?? 1) - 1
    if (count > 0) this.#open.set(address, count)
    else this.#open.delete(address)
  }

  /** Returns whether the source may send another message in this minute. */
  count(address: string): boolean {
    const now = performance.now()
    if (now - this.#since > MINUTE_MS || this.#messages.size > MAX_ADDRESSES) {
      this.#messages = new Map()
      this.#since = now
    }
    const count = (this.#messages.get(address) ?? 0) + 1
    this.#messages.set(address, count)
    return count <= this.#limits.messages_per_minute
  }
}
