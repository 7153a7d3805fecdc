import net from 'node:net'
import tls from 'node:tls'

export interface SmtpReply {
  code: number
  /** All lines of the reply, without their codes, joined by line breaks. */
  text: string
}

/** The connection is closed or timed out. */
export class SmtpConnectionError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SmtpConnectionError'
  }
}

/** A reply, or the start of TLS, for a log of the conversation. */
export interface SmtpNote {
  /** The command without its arguments, which may be a password. */
  command: string
  /** Null if it is not a reply. */
  code: number | null
  text: string
}

/** Replies to commands that were written together. With `failure`, the connection was lost before the rest arrived. */
export interface SmtpReplies {
  replies: SmtpReply[]
  failure?: SmtpConnectionError
}

interface Waiter extends SmtpReplies {
  count: number
  done(answer: SmtpReplies): void
  timeout_ms: number
}

/** Sends lines and receives replies in order, without interpreting them. */
export class SmtpWire {
  #socket: net.Socket
  readonly #waiting: Waiter[] = []
  readonly #unread: SmtpReply[] = []
  #partial = ''
  #lines: string[] = []
  #failure: SmtpConnectionError | undefined
  /** Time when the next reply is late, by the monotonic clock. */
  #deadline = Number.POSITIVE_INFINITY
  /** Checks the deadline. A timer for each reply would be four for every message. */
  #timer: NodeJS.Timeout | undefined
  #fires_at = Number.POSITIVE_INFINITY
  readonly #note: ((note: SmtpNote) => void) | undefined
  /** Commands whose reply is not noted yet. */
  readonly #asked: string[] = ['Connect']
  readonly #listeners = {
    data: (chunk: Buffer) => this.#read(chunk.toString('latin1')),
    error: (error: Error) => this.destroy(error.message),
    end: () => this.destroy('The server closed the connection'),
    close: () => this.destroy('The connection was closed'),
  }

  private constructor(socket: net.Socket, note?: (note: SmtpNote) => void) {
    this.#socket = socket
    this.#note = note
    if (socket instanceof tls.TLSSocket) this.#noteTls(socket)
    this.#listen()
  }

  static async connect(options: {
    host: string
    port: number
    tls?: tls.ConnectionOptions
    timeout_ms: number
    note?: ((note: SmtpNote) => void) | undefined
  }): Promise<SmtpWire> {
    const { host, port, timeout_ms, note } = options
    const socket = options.tls ? tls.connect({ ...options.tls, host, port }) : net.connect({ host, port })
    // Commands and the end of a message are small writes that wait for a reply. Nagle's algorithm and delayed acknowledgements would add 40 ms
    // to each.
    socket.setNoDelay(true)
    await ready(socket, options.tls ? 'secureConnect' : 'connect', timeout_ms)
    return new SmtpWire(socket, note)
  }

  get usable(): boolean {
    return this.#failure === undefined && this.#unread.length === 0
  }

  /** Starts TLS on the same connection. Fails if the server sent anything after it agreed (CVE-2011-0411). */
  async startTls(options: tls.ConnectionOptions, timeout_ms: number): Promise<void> {
    if (this.#partial !== '' || this.#unread.length > 0) throw this.#fail('The server sent more before TLS began')
    const plain = this.#socket
    for (const [event, listener] of Object.entries(this.#listeners)) plain.off(event, listener)
    const secured = tls.connect({ ...options, socket: plain })
    this.#socket = secured
    await ready(secured, 'secureConnect', timeout_ms)
    this.#noteTls(secured)
    this.#listen()
  }

  /** Resolves when all data was written to the socket, not when it has arrived. */
  write(data: string | Buffer): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure)
    this.#noteCommands(data)
    return new Promise((resolve, reject) => {
      this.#socket.write(data, (error) => (error ? reject(this.#fail(error.message)) : resolve()))
    })
  }

  /** Writes several pieces together, in one packet if they fit. A failure ends the connection, which rejects the next reply. */
  writeTogether(pieces: readonly (string | Buffer)[]): void {
    if (this.#failure) return
    this.#socket.cork()
    for (const piece of pieces) {
      this.#noteCommands(piece)
      this.#socket.write(piece)
    }
    this.#socket.uncork()
  }

  /** Returns the next unread reply. Its timeout begins when all earlier replies have arrived. Rejects with SmtpConnectionError. */
  reply(timeout_ms: number): Promise<SmtpReply> {
    return new Promise((resolve, reject) =>
      this.#wait(1, timeout_ms, ({ replies: [reply], failure }) =>
        reply ? resolve(reply) : reject(failure ?? new SmtpConnectionError('No reply')),
      ),
    )
  }

  /** Returns the next `count` replies, each with that timeout. Never rejects. */
  replies(count: number, timeout_ms: number): Promise<SmtpReplies> {
    return new Promise((resolve) => this.#wait(count, timeout_ms, resolve))
  }

  #wait(count: number, timeout_ms: number, done: Waiter['done']): void {
    const replies = this.#unread.splice(0, count)
    if (replies.length === count) done({ replies })
    else if (this.#failure) done({ replies, failure: this.#failure })
    else {
      this.#waiting.push({ replies, count, done, timeout_ms })
      if (this.#waiting.length === 1) this.#startTimer()
    }
  }

  async command(line: string, timeout_ms: number): Promise<SmtpReply> {
    const reply = this.reply(timeout_ms)
    this.write(`${line}\r\n`).catch(ignore)
    return reply
  }

  destroy(reason: string): void {
    this.#fail(reason)
    this.#socket.destroy()
  }

  #listen(): void {
    for (const [event, listener] of Object.entries(this.#listeners)) this.#socket.on(event, listener)
  }

  #read(chunk: string): void {
    const lines = (this.#partial + chunk).split('\n')
    this.#partial = lines.pop() ?? ''
    for (const line of lines) {
      const match = LINE.exec(line)
      if (!match || this.#lines.length > MAX_LINES) {
        this.destroy(`The server does not speak SMTP: ${line.slice(0, 80).trim()}`)
        return
      }
      const [, code, mark, said = ''] = match
      // PostgreSQL stores no NUL, and replies are stored.
      const text = said.includes('\0') ? said.replaceAll('\0', '') : said
      if (mark === '-') this.#lines.push(text)
      else if (this.#lines.length === 0) this.#deliver({ code: Number(code), text })
      else this.#deliver({ code: Number(code), text: [...this.#lines.splice(0), text].join('\n') })
    }
    if (this.#partial.length > MAX_LINE) this.destroy('The server does not speak SMTP: a line has no end')
  }

  #noteCommands(data: string | Buffer): void {
    if (!this.#note || typeof data !== 'string') return
    for (const line of data.split('\r\n')) {
      const command = line === '.' ? 'Message' : COMMAND.exec(line)?.[0]
      if (command) this.#asked.push(command)
    }
  }

  #noteTls(socket: tls.TLSSocket): void {
    this.#note?.({ command: 'TLS', code: null, text: `${socket.getProtocol()} ${socket.getCipher().standardName}` })
  }

  #deliver(reply: SmtpReply): void {
    // The second and third reply to AUTH answer lines that are not commands.
    this.#note?.({ command: this.#asked.shift() ?? 'AUTH', code: reply.code, text: reply.text.slice(0, 500) })
    const [waiter] = this.#waiting
    if (!waiter) {
      this.#unread.push(reply)
      return
    }
    waiter.replies.push(reply)
    const isComplete = waiter.replies.length === waiter.count
    if (isComplete) this.#waiting.shift()
    this.#startTimer()
    if (isComplete) waiter.done({ replies: waiter.replies })
  }

  #startTimer(): void {
    const [next] = this.#waiting
    this.#deadline = next ? performance.now() + next.timeout_ms : Number.POSITIVE_INFINITY
    if (next && this.#deadline < this.#fires_at) this.#setTimer(next.timeout_ms)
  }

  #setTimer(ms: number): void {
    clearTimeout(this.#timer)
    this.#fires_at = performance.now() + ms
    // The socket keeps the process alive during a wait for a reply.
    this.#timer = setTimeout(() => this.#lookAtDeadline(), ms).unref()
  }

  #lookAtDeadline(): void {
    this.#fires_at = Number.POSITIVE_INFINITY
    const left = this.#deadline - performance.now()
    if (left <= 0) this.destroy('The server did not answer in time')
    else if (left < Number.POSITIVE_INFINITY) this.#setTimer(left)
  }

  #fail(reason: string): SmtpConnectionError {
    const failure = this.#failure ?? new SmtpConnectionError(reason)
    this.#failure = failure
    clearTimeout(this.#timer)
    for (const { done, replies } of this.#waiting.splice(0)) done({ replies, failure })
    return failure
  }
}

const LINE = /^(\d{3})([ -]?)([^\r]*)/
const COMMAND = /^(?:EHLO|HELO|STARTTLS|AUTH|MAIL FROM|RCPT TO|DATA|RSET|QUIT)\b/
const MAX_LINE = 16 * 1024
const MAX_LINES = 200

function ignore(): void {}

function ready(socket: net.Socket, event: 'connect' | 'secureConnect', timeout_ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(timer)
      socket.destroy()
      reject(new SmtpConnectionError(reason))
    }
    const onError = (error: Error) => fail(error.message || String(error))
    const onClose = () => fail('The server closed the connection')
    const timer = setTimeout(() => fail('The server could not be reached in time'), timeout_ms)
    socket.once('error', onError)
    socket.once('close', onClose)
    socket.once(event, () => {
      clearTimeout(timer)
      socket.off('error', onError)
      socket.off('close', onClose)
      resolve()
    })
  })
}
