import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Message } from '../compose/personalize.ts'
import { renderProblem } from '../compose/preflight.ts'
import type { RenderWatch } from '../compose/render-watch.ts'
import { SIGNED_TOGETHER, type Signer, signMessages } from '../compose/signer.ts'
import type { PreparedVariants } from '../compose/variants.ts'
import type { ClaimedRow } from './batch.ts'
import type { DeliveryUpdate } from './results.ts'

/** Messages composed, and signed if needed, ahead of the connections. */
const READY = 2 * SIGNED_TOGETHER
/** Maximum time of composing before connections and requests get a turn. A text with loops takes as long as a hundred others. */
const TURN_MS = 10

export interface ReadyMessage {
  row: ClaimedRow
  message: Message
}

interface Source {
  prepared: PreparedVariants
  signer: Signer | null
  watch: RenderWatch | null
  now: () => Date
  /** Returns the reason if a message must wait after all. */
  heldBack: (row: ClaimedRow) => DeliveryUpdate | undefined
  isStopped: () => boolean
  /** Called with the result of a message that is not sent. */
  onEnd: (row: ClaimedRow, update: DeliveryUpdate) => void
  onFail: (error: unknown) => void
}

/** Composes and signs the messages of a claimed batch ahead of the connections. */
export class ReadyMessages {
  readonly #source: Source
  /** Claimed rows that are not composed yet. */
  #rows: ClaimedRow[] = []
  #ready: ReadyMessage[] = []
  #signing = 0
  #is_composing = false
  /** Resolves when messages are signed or sending has failed. */
  #changed = Promise.withResolvers<void>()

  constructor(source: Source) {
    this.#source = source
  }

  /** Number of messages not yet given to a connection. */
  get left(): number {
    return this.#rows.length + this.#ready.length + this.#signing
  }

  start(rows: ClaimedRow[]): void {
    this.#rows = rows
  }

  /** Returns the next message, or undefined when none is left or sending has stopped. */
  async next(): Promise<ReadyMessage | undefined> {
    const { signer, isStopped } = this.#source
    for (;;) {
      if (isStopped()) return undefined
      if (signer) {
        while (this.#has_room && !isStopped()) {
          void this.#sign(signer, this.#composeSome(SIGNED_TOGETHER))
          await nextTurn()
        }
      } else {
        while (this.#ready.length === 0 && this.#rows.length > 0) this.#ready.push(...this.#composeSome(1))
        this.#composeAhead()
      }
      const ready = this.#ready.shift()
      if (ready || this.#signing === 0) return ready
      await this.#changed.promise
    }
  }

  /** Puts a message back as the next one. */
  putBack(message: ReadyMessage): void {
    this.#ready.unshift(message)
  }

  /** Waits for messages being signed. */
  async settle(): Promise<void> {
    while (this.#signing > 0) await this.#changed.promise
  }

  drop(): void {
    this.#rows = []
    this.#ready = []
  }

  /** Wakes waiting callers to check whether sending has stopped. */
  wake(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }

  get #has_room(): boolean {
    return this.#rows.length > 0 && this.#ready.length + this.#signing < READY
  }

  /** Composes while sends are recorded, one message at a time, handling events of connections in between. */
  #composeAhead(): void {
    if (this.#is_composing || !this.#has_room) return
    this.#is_composing = true
    setImmediate(() => {
      this.#is_composing = false
      if (this.#source.isStopped()) return
      try {
        this.#ready.push(...this.#composeSome(1))
        this.#composeAhead()
      } catch (error) {
        this.#source.onFail(error)
      }
    })
  }

  #composeSome(most: number): ReadyMessage[] {
    const composed: ReadyMessage[] = []
    const began = performance.now()
    for (let count = 0; count < most && (count === 0 || performance.now() - began < TURN_MS); count++) {
      const row = this.#rows.shift()
      if (!row) break
      const message = this.#source.heldBack(row) ?? this.#compose(row)
      if ('state' in message) this.#source.onEnd(row, message)
      else composed.push({ row, message })
    }
    return composed
  }

  async #sign(signer: Signer, block: ReadyMessage[]): Promise<void> {
    if (block.length === 0) return
    this.#signing += block.length
    try {
      const unsigned = block.map(({ message }) => message.raw)
      const signed = await signMessages(signer, unsigned)
      for (const [at, { row, message }] of block.entries())
        this.#ready.push({ row, message: { ...message, raw: signed[at] ?? message.raw } })
    } catch (error) {
      this.#source.onFail(error)
    }
    this.#signing -= block.length
    this.wake()
  }

  #compose(row: ClaimedRow): Message | DeliveryUpdate {
    const { prepared, watch, now } = this.#source
    try {
      const message = prepared.of(row).message(row, now())
      watch?.pass()
      return message
    } catch (error) {
      const problem = renderProblem(error)
      if (problem === null) throw error
      watch?.fail({ email_address: row.email_address, problem })
      return { subscriber_id: row.id, state: 'failed', reason: 'unrenderable', detail: problem }
    }
  }
}
