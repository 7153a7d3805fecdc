import type { TLSSocketOptions } from 'node:tls'
import { isAscii, toAsciiDomain } from '../mime/header.ts'
import { type OutgoingMessage, type SendResult, type SendStage, type ServerFacts, WITHDRAWN } from '../transport.ts'
import { dotStuff } from './dot-stuff.ts'
import { type Extensions, type Greeting, greet, signIn } from './greeting.ts'
import { expect, SmtpError, shown } from './smtp-error.ts'
import type { SmtpOptions } from './url.ts'
import { type SmtpNote, type SmtpReplies, type SmtpReply, SmtpWire } from './wire.ts'

/** With `fresh`, nothing was handed over, and a new connection may succeed. */
export type SessionResult = SendResult & { fresh?: boolean }

/** A connection that is signed in and sends one message after the other. */
export class SmtpSession {
  sent = 0
  readonly #wire: SmtpWire
  readonly #options: SmtpOptions
  readonly #extensions: Extensions
  /** Facts that the server reported when the session began. */
  readonly facts: ServerFacts
  /** A message whose envelope was written together with the previous message, and the replies to that envelope. */
  #opened: { message: OutgoingMessage; answer: Promise<SmtpReplies> } | undefined

  private constructor(
    wire: SmtpWire,
    options: SmtpOptions,
    { host_name, extensions, is_encrypted }: Greeting & { is_encrypted: boolean },
  ) {
    this.#wire = wire
    this.#options = options
    this.#extensions = extensions
    const capabilities = [...extensions].map(([name, value]) => (value ? `${name} ${value}` : name))
    this.facts = { capabilities, host_name, is_encrypted }
  }

  /** `note` is called with each reply. Throws SmtpError. */
  static async open(options: SmtpOptions, note?: (note: SmtpNote) => void): Promise<SmtpSession> {
    const { host, port, timeout_ms } = options
    const tls = tlsOptions(options)
    let wire: SmtpWire | undefined
    try {
      wire = await SmtpWire.connect({ host, port, timeout_ms, note, ...(options.tls === 'implicit' && { tls }) })
      expect(await wire.reply(timeout_ms), 220, 'connect')
      let greeting = await greet(wire, options)
      if (options.tls === 'required' && !greeting.extensions.has('STARTTLS')) {
        throw new SmtpError(`${host} does not offer STARTTLS, which SMTP_URL requires`, 'connect')
      }
      let isSecure = options.tls === 'implicit'
      if (options.tls !== 'never' && !isSecure && greeting.extensions.has('STARTTLS')) {
        expect(await wire.command('STARTTLS', timeout_ms), 220, 'connect')
        await wire.startTls(tls, timeout_ms)
        greeting = await greet(wire, options)
        isSecure = true
      }
      if (options.require_tls && !(isSecure && greeting.extensions.has('REQUIRETLS')))
        throw new SmtpError(`${host} does not offer REQUIRETLS over TLS, which require_tls=yes needs`, 'connect')
      await signIn(wire, options, greeting.extensions, isSecure)
      return new SmtpSession(wire, options, { ...greeting, is_encrypted: isSecure })
    } catch (error) {
      wire?.destroy('The session did not begin')
      throw error instanceof SmtpError ? error : new SmtpError(explain(error as Error, options), 'connect')
    }
  }

  /** False if the connection is closed, or if the server sent something unexpected (such as 421 before it hangs up). */
  get usable(): boolean {
    return this.#wire.usable
  }

  /**
   * See MailTransport.send. Never throws. `following` returns the message to send next, if any: its envelope is written together with
   * the end of this message (RFC 2920 3.1), and the next call must be for it.
   */
  async send(message: OutgoingMessage, following?: () => OutgoingMessage | undefined): Promise<SessionResult> {
    try {
      const refusal = await this.#openEnvelope(message)
      if (refusal) return refusal
    } catch (error) {
      return { ...this.#lost(error), fresh: true }
    }
    try {
      if ((await message.beforeHandOver?.()) === false) {
        // After DATA the only way to cancel is to hang up.
        this.destroy()
        return WITHDRAWN
      }
    } catch (error) {
      this.destroy()
      return { kind: 'deferred', stage: 'message', response: `Withheld: ${(error as Error).message}` }
    }
    return this.#isChunked(message.raw) ? this.#handOverChunk(message.raw) : this.#handOver(message, following)
  }

  async quit(): Promise<void> {
    if (this.usable) await this.#wire.command('QUIT', Math.min(this.#options.timeout_ms, 2_000)).catch(() => undefined)
    this.#wire.destroy('The session is over')
  }

  destroy(): void {
    this.#wire.destroy('The session was ended')
  }

  async #handOver(
    { raw, is_dot_free }: OutgoingMessage,
    following?: () => OutgoingMessage | undefined,
  ): Promise<SendResult> {
    let isComplete = false
    try {
      const body = is_dot_free ? raw : dotStuff(raw)
      const answer = this.#wire.reply(this.#options.final_timeout_ms)
      // Awaited below. Prevents an unhandled rejection if the connection is lost during a long write.
      answer.catch(ignore)
      // Sending a large message may be interrupted. Without the final dot it does not count.
      if (body.length > ONE_WRITE) await this.#wire.write(body)
      isComplete = true
      const next = this.#extensions.has('PIPELINING') ? following?.() : undefined
      const commands = next && this.#envelopeOf(next)
      const end = typeof commands === 'string' ? END + commands : END
      this.#wire.writeTogether(body.length > ONE_WRITE ? [end] : [body, end])
      if (next && typeof commands === 'string') this.#opened = { message: next, answer: this.#envelopeReplies(next) }
      return this.#answered(await answer)
    } catch (error) {
      const lost = this.#lost(error)
      return isComplete ? { kind: 'unconfirmed', response: lost.response } : lost
    }
  }

  /** Large messages are sent as one chunk of known length: an interrupted one was certainly not accepted, and no dot is doubled. */
  #isChunked(raw: Buffer): boolean {
    return raw.length > ONE_WRITE && this.#extensions.has('CHUNKING')
  }

  async #handOverChunk(raw: Buffer): Promise<SendResult> {
    let isComplete = false
    try {
      const answer = this.#wire.reply(this.#options.final_timeout_ms)
      answer.catch(ignore)
      await this.#wire.write(Buffer.concat([Buffer.from(`BDAT ${raw.length} LAST\r\n`), raw.subarray(0, -1)]))
      isComplete = true
      this.#wire.writeTogether([raw.subarray(-1)])
      return this.#answered(await answer)
    } catch (error) {
      const lost = this.#lost(error)
      return isComplete ? { kind: 'unconfirmed', response: lost.response } : lost
    }
  }

  #answered(reply: SmtpReply): SendResult {
    this.sent++
    if (reply.code >= 200 && reply.code < 300) return { kind: 'accepted', response: shown(reply) }
    if (reply.code >= 400) return refused(reply, 'message')
    this.destroy()
    return { kind: 'unconfirmed', response: shown(reply) }
  }

  #lost(error: unknown): SendResult & { kind: 'deferred' } {
    this.destroy()
    return { kind: 'deferred', stage: 'connect', response: (error as Error).message }
  }

  // Sends MAIL, RCPT and DATA in one packet if the server allows it (RFC 2920), in one round trip instead of three.
  async #openEnvelope(message: OutgoingMessage): Promise<SessionResult | undefined> {
    const opened = this.#opened
    this.#opened = undefined
    if (opened && opened.message !== message) throw new Error('Another message was announced to the server')
    const timeout = this.#options.timeout_ms
    let answer = opened?.answer
    if (!answer) {
      const commands = this.#envelopeOf(message)
      if (typeof commands !== 'string') return commands
      if (!this.#extensions.has('PIPELINING')) {
        for (const [at, command] of commands.trimEnd().split('\r\n').entries()) {
          const reply = await this.#wire.command(command, timeout)
          if (!agrees(reply, at)) return this.#giveUp(reply, STAGES[at] ?? 'message')
        }
        return undefined
      }
      answer = this.#envelopeReplies(message)
      this.#wire.writeTogether([commands])
    }
    const { replies, failure } = await answer
    // A refusal counts even if the server closes the connection after it.
    const bad = replies.findIndex((reply, at) => (failure ? reply.code >= 400 : !agrees(reply, at)))
    const refusal = replies[bad]
    if (failure && !refusal) throw failure
    if (!refusal) return undefined
    // A server may accept DATA although it refused the recipient. An empty message then ends the data.
    if (replies[2]?.code === 354) await this.#wire.command('.', timeout)
    return this.#giveUp(refusal, STAGES[bad] ?? 'message')
  }

  /** Awaits the replies to `#envelopeOf`. */
  #envelopeReplies({ raw }: OutgoingMessage): Promise<SmtpReplies> {
    return this.#wire.replies(this.#isChunked(raw) ? 2 : 3, this.#options.timeout_ms)
  }

  /** Returns the commands that open an envelope, or the reason why it cannot be written. */
  #envelopeOf({ envelope, raw }: OutgoingMessage): string | SessionResult {
    const from = toAsciiDomain(envelope.from)
    const to = toAsciiDomain(envelope.to)
    if (UNSAFE.test(from))
      return { kind: 'rejected', stage: 'sender', code: 553, response: '553 Not a valid sender address' }
    if (UNSAFE.test(to))
      return { kind: 'rejected', stage: 'recipient', code: 553, response: '553 5.1.3 Not a valid recipient address' }
    const international = !isAscii(from) || !isAscii(to)
    if (international && !this.#extensions.has('SMTPUTF8')) {
      return {
        kind: 'rejected',
        stage: 'recipient',
        code: 553,
        response: '553 5.6.7 The mail server does not take addresses in other scripts',
      }
    }
    const most = Number(this.#extensions.get('SIZE') ?? 0)
    if (most > 0 && raw.length > most) {
      const response = `552 5.3.4 The message has ${raw.length} bytes, and the mail server takes at most ${most}`
      return { kind: 'rejected', stage: 'message', code: 552, response }
    }
    const size = this.#extensions.has('SIZE') ? ` SIZE=${raw.length}` : ''
    const utf8 = international ? ' BODY=8BITMIME SMTPUTF8' : ''
    const tls = this.#options.require_tls ? ' REQUIRETLS' : ''
    const data = this.#isChunked(raw) ? '' : 'DATA\r\n'
    return `MAIL FROM:<${from}>${size}${utf8}${tls}\r\nRCPT TO:<${to}>\r\n${data}`
  }

  async #giveUp(reply: SmtpReply, stage: SendStage): Promise<SessionResult> {
    if (reply.code === 421) {
      this.#wire.destroy('The server ended the session')
      return { ...refused(reply, stage === 'sender' ? 'connect' : stage), fresh: true }
    }
    const reset = await this.#wire.command('RSET', this.#options.timeout_ms).catch(() => undefined)
    if (reset?.code !== 250) this.#wire.destroy('The session could not be reset')
    return refused(reply, stage)
  }
}

const STAGES: readonly SendStage[] = ['sender', 'recipient', 'message']
const END = '.\r\n'
const ONE_WRITE = 64 * 1024
// biome-ignore lint/suspicious/noControlCharactersInRegex: only these would end the command or begin another
const UNSAFE = /[\u0000-\u0020<>\u007f]|^$/

function ignore(): void {}

function agrees(reply: SmtpReply, at: number): boolean {
  return at === 2 ? reply.code === 354 : reply.code >= 200 && reply.code < 300
}

function refused(reply: SmtpReply, stage: SendStage): SendResult {
  const { code } = reply
  const response = shown(reply)
  return code >= 500 ? { kind: 'rejected', stage, code, response } : { kind: 'deferred', stage, code, response }
}

function explain({ message }: Error, { host, port }: SmtpOptions): string {
  const remedy = /certificate/i.test(message) ? '; verify_certificate=no in SMTP_URL accepts it' : ''
  return `${host}:${port}: ${message}${remedy}`
}

function tlsOptions(options: SmtpOptions): TLSSocketOptions & { servername?: string } {
  const isName = !/^[\d.]+$|:/.test(options.host)
  return {
    rejectUnauthorized: options.verify_certificate,
    minVersion: 'TLSv1.2',
    ...(isName && { servername: options.host }),
  } as TLSSocketOptions
}
