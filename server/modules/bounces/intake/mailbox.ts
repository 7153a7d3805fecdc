import { ImapFlow } from 'imapflow'
import type { Logger } from '../../../core/log.ts'
import { Signal } from '../../../lib/concurrency/signal.ts'
import { isLoopback } from '../../../lib/net/web-address.ts'
import type { Arrivals } from './arrivals.ts'

export interface MailboxOptions {
  /** imaps://user:password@host:993/INBOX */
  url: string
  arrivals: Arrivals
  /** Returns whether this process reads the mailbox. Called before each round. */
  mayRead: () => Promise<boolean>
  log: Logger
  /** Longest pause between two rounds. If the server announces a new message, it is read immediately. */
  poll_ms?: number | undefined
}

const MESSAGES_PER_FETCH = 20
const MAX_BYTES = 2 * 2 ** 20
const SILENCE_MS = 60_000
/** Folder for stored messages. */
const DONE = 'Processed'

/**
 * Reads a mailbox over IMAP: stores each message, then moves it. Messages that were stored but not moved, because the process or the
 * connection failed in between, are read again, which changes nothing. Reconnects after errors.
 */
export class MailboxIntake {
  readonly #options: MailboxOptions
  readonly #signal = new Signal()
  #client: ImapFlow | undefined
  #loop: Promise<void> | undefined
  #stopped = false

  constructor(options: MailboxOptions) {
    this.#options = options
  }

  start(): void {
    this.#loop = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#signal.close()
    await this.#loop
    this.#end()
  }

  async #run(): Promise<void> {
    const { mayRead, log, poll_ms = 15_000 } = this.#options
    while (!this.#stopped) {
      try {
        if (await mayRead()) await this.#readAll()
        else this.#end()
      } catch (error) {
        // The error may quote the server's response, but never the password.
        log.warn({ err: error }, 'the mailbox of BOUNCE_IMAP_URL could not be read and will be retried')
        this.#end()
      }
      await this.#signal.wait(poll_ms)
    }
  }

  async #readAll(): Promise<void> {
    const client = await this.#open()
    for (;;) {
      const found = (await client.search({ all: true }, { uid: true })) || []
      if (found.length === 0) return
      // A mailbox may have a hundred thousand messages, so they are listed once and not for each part.
      for (let from = 0; from < found.length; from += MESSAGES_PER_FETCH) {
        if (this.#stopped) return
        await this.#take(client, found.slice(from, from + MESSAGES_PER_FETCH))
      }
    }
  }

  async #take(client: ImapFlow, uids: readonly number[]): Promise<void> {
    const { arrivals } = this.#options
    const sources = new Map<number, Buffer>()
    const wanted = { uid: true, source: { maxLength: MAX_BYTES } }
    for await (const { uid, source } of client.fetch(uids.join(','), wanted, { uid: true })) {
      if (source) sources.set(uid, source)
    }
    if (sources.size === 0) throw new Error('The server lists messages and does not return their content')
    await Promise.all([...sources.values()].map((raw) => arrivals.add({ source: 'imap', recipient: null, raw })))
    // Moves only stored messages. A message that the server did not return stays in the mailbox.
    const moved = await client.messageMove([...sources.keys()].join(','), DONE, { uid: true })
    if (!moved) throw new Error(`The server does not move messages to the folder ${DONE}`)
  }

  async #open(): Promise<ImapFlow> {
    if (this.#client?.usable) return this.#client
    this.#end()
    const url = new URL(this.#options.url)
    const isSecure = url.protocol === 'imaps:'
    const client = new ImapFlow({
      host: url.hostname,
      port: Number(url.port) || (isSecure ? 993 : 143),
      secure: isSecure,
      // Otherwise the password would be sent in clear text to any server or attacker that offers no STARTTLS.
      ...(!isSecure && !isLoopback(url) && { doSTARTTLS: true }),
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      logger: false,
      socketTimeout: SILENCE_MS * 5,
      greetingTimeout: SILENCE_MS,
      connectionTimeout: SILENCE_MS,
    })
    this.#client = client
    client.on('error', () => this.#signal.wake())
    client.on('exists', () => this.#signal.wake())
    await client.connect()
    await client.mailboxOpen(decodeURIComponent(url.pathname.slice(1)) || 'INBOX')
    const folders = await client.list()
    // Some servers keep all folders below INBOX, and the client adds that prefix to the names it sends.
    const isDone = (path: string, delimiter: string) => path === DONE || path === `INBOX${delimiter}${DONE}`
    if (!folders.some(({ path, delimiter }) => isDone(path, delimiter))) await client.mailboxCreate(DONE)
    return client
  }

  #end(): void {
    const client = this.#client
    this.#client = undefined
    client?.close()
  }
}
