import type { Ctx } from '../../../core/context.ts'
import { isStopping } from '../../../core/stopping.ts'
import { CAUGHT_MAIL_ROLES } from '../../../mail/transport.ts'
import type { Block } from '../../transports/route.ts'
import type { Message } from '../compose/personalize.ts'
import { renderProblem } from '../compose/preflight.ts'
import type { RenderWatch } from '../compose/render-watch.ts'
import { SIGNED_TOGETHER, type Signer, signMessages } from '../compose/signer.ts'
import type { PreparedVariants } from '../compose/variants.ts'
import { admitRows, heldBack } from '../transport/admission.ts'
import type { OpenTransport } from '../transport/mail-transport.ts'
import { settleRoute } from '../transport/transport-error.ts'
import { type ClaimedRow, type ClaimSession, confirmSent, recoverDeadBatches } from './batch.ts'
import { checkRows } from './check-rows.ts'
import { HandOverLog } from './hand-over-log.ts'
import { NextBatch } from './next-batch.ts'
import { decideOutcome, SENDER_REFUSED } from './outcome.ts'
import { type DeliveryUpdate, Results, resultOf } from './results.ts'

/** Results that wait to be stored. More mean that the database is slower than the mail server: it is waited for. */
const BACKLOG = 1_000
/** Messages that are composed, and signed if they are, ahead of the connections. */
const READY = 2 * SIGNED_TOGETHER
/** Calls that wait for each connection: one is being sent, the next is announced with its end. */
const CALLS_PER_CONNECTION = 2

interface SendingInput {
  mail_id: number
  session: ClaimSession
  prepared: PreparedVariants
  signer: Signer | null
  open: OpenTransport
  /** Null: messages that cannot be built do not stop sending. */
  watch: RenderWatch | null
}

/** What a batch showed about the transports. */
export interface BatchResult {
  /** Why none can be used now. */
  transport_error: Pick<Block, 'reply' | 'until'> | null
  /** The server's reply when it refused too often in a row. Sending must stop. */
  refusal: string | null
}

interface Ready {
  row: ClaimedRow
  message: Message
}

/** Sends the messages of an email, batch after batch. Claims, composes and signs ahead; results of a batch are stored during the next. */
export class Sender {
  readonly #ctx: Ctx
  readonly #input: SendingInput
  readonly #log: HandOverLog
  readonly #results: Results
  readonly #next_batch: NextBatch
  /** Claimed and not composed. */
  #rows: ClaimedRow[] = []
  #ready: Ready[] = []
  #signing = 0
  #is_composing = false
  #keep_trying = false
  #failure: unknown
  /** Resolves when messages were signed, or sending failed. */
  #changed = Promise.withResolvers<void>()

  constructor(ctx: Ctx, input: SendingInput) {
    this.#ctx = ctx
    this.#input = input
    this.#log = new HandOverLog(input.session.store)
    const onEnd = async (batch_id: number) => {
      if (!this.#failure) await input.session.release(batch_id)
    }
    this.#results = new Results(ctx, { mail_id: input.mail_id, beforeEnd: () => this.#log.flush(), onEnd })
    this.#next_batch = new NextBatch({
      session: input.session,
      onClaim: (batch_id, rows) => this.#results.open(batch_id, rows),
      check: (claimed) => checkRows(ctx, { claimed, prepared: input.prepared }),
    })
  }

  /** Claims and sends a batch. Undefined when nothing is due. When it throws, the claim is lost and has been given up. */
  async sendBatch(): Promise<BatchResult | undefined> {
    const { open } = this.#input
    const { route } = open
    this.#keep_trying = route?.is_refused ?? false
    if (!(await this.#guard(() => this.#claim()))) return undefined
    // The transport reads ahead, so a connection needs no answer of this process to begin its next message.
    const calls = open.connections * (open.is_server ? CALLS_PER_CONNECTION : 1)
    await Promise.all(Array.from({ length: Math.min(calls, this.#rows.length) }, () => this.#sendSome()))
    await this.#guard(async () => {
      if (this.#failure || this.#results.failure) throw this.#failure ?? this.#results.failure
      while (this.#signing > 0) await this.#changed.promise
    })
    const is_left =
      this.#rows.length + this.#ready.length > 0 && !isStopping() && !this.#log.stopped && !this.#input.watch?.reason
    // What is left is released: it can be claimed again.
    if (this.#rows.length + this.#ready.length > 0) {
      this.#rows = []
      this.#ready = []
      await this.end()
    }
    if (!route) return { transport_error: null, refusal: null }
    await settleRoute(this.#ctx, route, { is_stuck: is_left && !this.#is_over })
    const block = route.blocked()
    const refusal = route.message_refusal ?? (block?.kind === 'refused' && block.is_own ? block.reply : null)
    return { transport_error: is_left ? block : null, refusal }
  }

  /** Stores all results and ends the claims, also one that was made ahead. */
  async end(): Promise<void> {
    await this.#guard(async () => {
      await this.#next_batch.drop()
      await this.#results.drain({ ends: true })
    })
  }

  /** Whether no further message should be tried: no transport can be used, or the message itself is refused. */
  get #is_over(): boolean {
    const { route } = this.#input.open
    return route !== null && (route.message_refusal !== null || route.blocked() !== null)
  }

  get #is_stopped(): boolean {
    if (this.#failure || this.#results.failure || this.#log.stopped || this.#input.watch?.reason) return true
    return isStopping() || this.#is_over
  }

  async #claim(): Promise<boolean> {
    const { mail_id, open } = this.#input
    if (this.#results.waiting >= BACKLOG) await this.#results.drain({ ends: false })
    // A claim that was made ahead does not know that the email was stopped.
    const batch = this.#log.stopped ? undefined : await this.#next_batch.take()
    if (!batch) return false
    const { now, later } = await admitRows(this.#ctx, { mail_id, open, rows: batch.mailable })
    for (const update of [...batch.ended, ...later]) this.#end(batch, update)
    this.#rows = now
    return true
  }

  /** One of several loops, each with one message at a time. Ends with a connection that fails: the others send its message. */
  async #sendSome(): Promise<void> {
    const { open } = this.#input
    try {
      for (let ready = await this.#next(); ready; ready = await this.#next()) {
        const { row, message } = ready
        const envelope = { from: message.from, to: message.to }
        let held: DeliveryUpdate | undefined
        const result = await open.transport.send({
          envelope,
          raw: message.raw,
          is_dot_free: true,
          account_id: this.#ctx.account_id,
          subscriber_id: row.id,
          was_refused: row.reason === SENDER_REFUSED,
          shown_to: CAUGHT_MAIL_ROLES.subscriber_email,
          isWanted: () => {
            held = heldBack(row, open)
            return !held && !this.#is_stopped
          },
          beforeHandOver: () => this.#log.begin(row),
        })
        if (result.is_withdrawn) {
          if (held) this.#end(row, held)
          else this.#ready.unshift(ready)
          if (held) continue
          break
        }
        const outcome = decideOutcome(row, result, {
          now: this.#ctx.now(),
          keep_trying: this.#keep_trying,
          envelope,
          transport: open.name,
        })
        // Before anything is awaited: the connection's next message begins after this is in the log.
        if (outcome.update) this.#end(row, outcome.update)
        else this.#log.cancel(row)
        if (this.#log.failure) throw this.#log.failure
        if (outcome.update) continue
        this.#ready.unshift(ready)
        if (outcome.transport_error !== undefined) break
      }
    } catch (error) {
      this.#fail(error)
    }
  }

  async #next(): Promise<Ready | undefined> {
    const { signer } = this.#input
    for (;;) {
      if (this.#is_stopped) return undefined
      this.#next_batch.prepare(this.#rows.length + this.#ready.length + this.#signing)
      if (signer) while (this.#has_room) void this.#sign(signer, this.#composeSome(SIGNED_TOGETHER))
      else {
        while (this.#ready.length === 0 && this.#rows.length > 0) this.#ready.push(...this.#composeSome(1))
        this.#composeAhead()
      }
      const ready = this.#ready.shift()
      if (ready || this.#signing === 0) return ready
      await this.#changed.promise
    }
  }

  get #has_room(): boolean {
    return this.#rows.length > 0 && this.#ready.length + this.#signing < READY
  }

  /** Composes while hand-overs are recorded: one message at a time, with what has arrived from connections between them. */
  #composeAhead(): void {
    if (this.#is_composing || !this.#has_room) return
    this.#is_composing = true
    setImmediate(() => {
      this.#is_composing = false
      if (this.#is_stopped) return
      try {
        this.#ready.push(...this.#composeSome(1))
        this.#composeAhead()
      } catch (error) {
        this.#fail(error)
      }
    })
  }

  #composeSome(most: number): Ready[] {
    const composed: Ready[] = []
    for (const row of this.#rows.splice(0, most)) {
      const message = heldBack(row, this.#input.open) ?? this.#compose(row)
      if ('state' in message) this.#end(row, message)
      else composed.push({ row, message })
    }
    return composed
  }

  async #sign(signer: Signer, block: Ready[]): Promise<void> {
    if (block.length === 0) return
    this.#signing += block.length
    try {
      const unsigned = block.map(({ message }) => message.raw)
      const signed = await signMessages(signer, unsigned)
      for (const [at, { row, message }] of block.entries())
        this.#ready.push({ row, message: { ...message, raw: signed[at] ?? message.raw } })
    } catch (error) {
      this.#fail(error)
    }
    this.#signing -= block.length
    this.#wake()
  }

  #compose(row: ClaimedRow): Message | DeliveryUpdate {
    const { prepared, watch } = this.#input
    try {
      const message = prepared.of(row).message(row, this.#ctx.now())
      watch?.pass()
      return message
    } catch (error) {
      const problem = renderProblem(error)
      if (problem === null) throw error
      watch?.fail({ email_address: row.email_address, problem })
      return { subscriber_id: row.id, state: 'failed', reason: 'unrenderable', detail: problem }
    }
  }

  #end({ batch_id }: Pick<ClaimedRow, 'batch_id'>, update: DeliveryUpdate): void {
    const result = resultOf(update)
    this.#log.end({ batch_id }, result)
    this.#results.add(batch_id, result)
  }

  #wake(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }

  #fail(error: unknown): void {
    this.#failure ??= error
    this.#wake()
  }

  async #guard<Value>(run: () => Promise<Value>): Promise<Value> {
    try {
      return await run()
    } catch (error) {
      this.#fail(error)
      await this.#giveUp()
      throw error
    }
  }

  /** Recovers the batches of a lost claim, or of results that were not stored, from the log. Accepted messages that it lacks are sent. */
  async #giveUp(): Promise<void> {
    const { session, mail_id } = this.#input
    await this.#next_batch.drop().catch(() => undefined)
    await this.#results.drain({ ends: false }).catch(() => undefined)
    await this.#log.flush()
    await session.abandon()
    await recoverDeadBatches(this.#ctx, { mail_id })
    const arrived = this.#results.lost.filter(({ state }) => state === 'sent').map(({ subscriber_id }) => subscriber_id)
    if (arrived.length > 0) await confirmSent(this.#ctx, { mail_id, subscriber_ids: arrived })
  }
}
