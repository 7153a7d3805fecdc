import type { Ctx } from '../../../core/context.ts'
import { isStopping } from '../../../core/stopping.ts'
import { CAUGHT_MAIL_ROLES } from '../../../mail/transport.ts'
import type { Block } from '../../transports/route.ts'
import type { RenderWatch } from '../compose/render-watch.ts'
import type { Signer } from '../compose/signer.ts'
import type { PreparedVariants } from '../compose/variants.ts'
import { admitRows, heldBack } from '../transport/admission.ts'
import type { OpenTransport } from '../transport/mail-transport.ts'
import { settleRoute } from '../transport/transport-error.ts'
import { type ClaimedRow, type ClaimSession, confirmSent, recoverDeadBatches } from './batch.ts'
import { checkRows } from './check-rows.ts'
import { HandOverLog } from './hand-over-log.ts'
import { decideOutcome, SENDER_REFUSED } from './outcome.ts'
import { type ReadyMessage, ReadyMessages } from './ready-messages.ts'
import { type DeliveryUpdate, Results, resultOf } from './results.ts'

/** Results waiting to be stored. Above this, sending waits for the database, which is slower than the mail server. */
const BACKLOG = 1_000
/** Concurrent calls per connection: one message is being sent, and the next starts right after it. */
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

/** Findings of a batch about the transports. */
export interface BatchResult {
  /** Why no transport can be used now. */
  transport_error: Pick<Block, 'reply' | 'until'> | null
  /** The server's reply after too many consecutive rejections. Sending must stop. */
  refusal: string | null
}

/** Sends an email batch by batch. Claims, composes and signs ahead; stores a batch's results during the next. */
export class Sender {
  readonly #ctx: Ctx
  readonly #input: SendingInput
  readonly #log: HandOverLog
  readonly #results: Results
  readonly #next_batch: NextBatch
  readonly #messages: ReadyMessages
  #keep_trying = false
  #failure: unknown

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
      check: (claimed) => checkRows(ctx, { mail_id: input.mail_id, claimed, prepared: input.prepared }),
    })
    this.#messages = new ReadyMessages({
      ...input,
      now: () => ctx.now(),
      heldBack: (row) => heldBack(row, input.open),
      isStopped: () => this.#is_stopped,
      onEnd: (row, update) => this.#end(row, update),
      onFail: (error) => this.#fail(error),
    })
  }

  /** Claims and sends a batch. Undefined when nothing is due. If it throws, the claim is lost. */
  async sendBatch(): Promise<BatchResult | undefined> {
    const { open } = this.#input
    const { route } = open
    this.#keep_trying = route?.is_refused ?? false
    if (!(await this.#guard(() => this.#claim()))) return undefined
    // The transport reads ahead, so a connection starts its next message without waiting for this process.
    const calls = open.connections * (open.is_server ? CALLS_PER_CONNECTION : 1)
    await Promise.all(Array.from({ length: Math.min(calls, this.#messages.left) }, () => this.#sendSome()))
    await this.#guard(async () => {
      if (this.#failure || this.#results.failure) throw this.#failure ?? this.#results.failure
      await this.#messages.settle()
    })
    const { left } = this.#messages
    const isLeft = left > 0 && !isStopping() && !this.#log.stopped && !this.#input.watch?.reason
    // Release the rest, so others can claim it.
    if (left > 0) {
      this.#messages.drop()
      await this.end()
    }
    if (!route) return { transport_error: null, refusal: null }
    await settleRoute(this.#ctx, route, { is_stuck: isLeft && !this.#is_over })
    const block = route.blocked()
    const refusal = route.message_refusal ?? (block?.kind === 'refused' && block.is_own ? block.reply : null)
    return { transport_error: isLeft ? block : null, refusal }
  }

  /** Stores all results and ends all claims, including a prepared one. */
  async end(): Promise<void> {
    await this.#guard(async () => {
      await this.#next_batch.drop()
      await this.#results.drain({ ends: true })
    })
  }

  /** True if no further message should be tried: no transport is usable, or the email itself is rejected. */
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
    // A prepared batch may predate the stop of the email.
    const batch = this.#log.stopped ? undefined : await this.#next_batch.take()
    if (!batch) return false
    const { now, later } = await admitRows(this.#ctx, { mail_id, open, rows: batch.mailable })
    for (const update of [...batch.ended, ...later]) this.#end(batch, update)
    this.#messages.start(now)
    return true
  }

  /** One of several loops, each with one message at a time. Ends when its connection fails; the others send its message. */
  async #sendSome(): Promise<void> {
    const { open } = this.#input
    try {
      for (let ready = await this.#next(); ready; ready = await this.#next()) {
        const { row, message } = ready
        const { from, to, author } = message
        const envelope = { from, to, author }
        /** Why it is not sent, now or at all. */
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
          beforeHandOver: async () => {
            const begun = await this.#log.begin(row)
            if (typeof begun === 'string') held = { subscriber_id: row.id, state: 'excluded', reason: begun }
            if (begun === false) this.#log.cancel(row)
            return begun === true
          },
        })
        if (result.is_withdrawn) {
          if (held) this.#end(row, held)
          else this.#messages.putBack(ready)
          if (held) continue
          break
        }
        const outcome = decideOutcome(row, result, {
          now: this.#ctx.now(),
          keep_trying: this.#keep_trying,
          envelope,
          transport: open.name,
        })
        // Before any await: the connection's next message must start after this entry in the log.
        if (outcome.update) this.#end(row, outcome.update)
        else this.#log.cancel(row)
        if (this.#log.failure) throw this.#log.failure
        if (outcome.update) continue
        this.#messages.putBack(ready)
        if (outcome.transport_error !== undefined) break
      }
    } catch (error) {
      this.#fail(error)
    }
  }

  #next(): Promise<ReadyMessage | undefined> {
    if (!this.#is_stopped) this.#next_batch.prepare(this.#messages.left)
    return this.#messages.next()
  }

  #end({ batch_id }: Pick<ClaimedRow, 'batch_id'>, update: DeliveryUpdate): void {
    const result = resultOf(update)
    this.#log.end({ batch_id }, result)
    this.#results.add(batch_id, result)
  }

  #fail(error: unknown): void {
    this.#failure ??= error
    this.#messages.wake()
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

  /**
   * Recovers the batches of a lost claim or unstored results from the log. Messages that the server accepted but the log lacks are marked
   * as sent.
   */
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

const BATCH_ROWS = 500
/** Remaining messages of a batch at which the next one is claimed. */
const AHEAD = 200

/** A claimed batch: sendable rows, and the results of the others. */
interface ClaimedBatch {
  batch_id: number
  mailable: ClaimedRow[]
  ended: DeliveryUpdate[]
}

interface Source {
  session: ClaimSession
  /** Called for each claim before its first row is used. Then the batch can be released. */
  onClaim: (batch_id: number, rows: number) => void
  check: (claimed: readonly ClaimedRow[]) => Promise<Omit<ClaimedBatch, 'batch_id'>>
}

/** Claims the next batch while the current one is sent, so no connection waits for a claim. */
class NextBatch {
  readonly #source: Source
  #ahead: Promise<ClaimedBatch | undefined> | undefined
  /** True if more than the current batch was due. */
  #is_more_due = false

  constructor(source: Source) {
    this.#source = source
  }

  /** Returns the next batch, or undefined when nothing is due. */
  async take(): Promise<ClaimedBatch | undefined> {
    const ahead = this.#ahead
    this.#ahead = undefined
    return (await ahead) ?? this.#open(await this.#source.session.claim({ limit: BATCH_ROWS }))
  }

  /** Claims the next batch once, when few messages remain. `take` and `drop` throw an error of the claim. */
  prepare(left: number): void {
    if (left > AHEAD || this.#ahead || !this.#is_more_due) return
    this.#ahead = this.#source.session.claimAhead({ limit: BATCH_ROWS }).then((claimed) => this.#open(claimed))
    this.#ahead.catch(() => undefined)
  }

  /** Drops the prepared batch. Its rows stay queued when the batches end. Throws an error of the claim. */
  async drop(): Promise<void> {
    const ahead = this.#ahead
    this.#ahead = undefined
    await ahead
  }

  async #open(claimed: readonly ClaimedRow[]): Promise<ClaimedBatch | undefined> {
    this.#is_more_due = claimed.length === BATCH_ROWS
    const [first] = claimed
    if (!first) return undefined
    this.#source.onClaim(first.batch_id, claimed.length)
    return { batch_id: first.batch_id, ...(await this.#source.check(claimed)) }
  }
}
