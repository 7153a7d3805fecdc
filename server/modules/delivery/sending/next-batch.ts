import type { ClaimedRow, ClaimSession } from './batch.ts'
import type { DeliveryUpdate } from './results.ts'

const BATCH_ROWS = 500
/** Messages of a batch that are left when the next one is claimed. */
const AHEAD = 200

/** A claimed batch: what may be sent, and the results of what may not. */
export interface ClaimedBatch {
  batch_id: number
  mailable: ClaimedRow[]
  ended: DeliveryUpdate[]
}

interface Source {
  session: ClaimSession
  /** Called with each claim before its first row is used. From then on the batch can be released. */
  onClaim: (batch_id: number, rows: number) => void
  check: (claimed: readonly ClaimedRow[]) => Promise<Omit<ClaimedBatch, 'batch_id'>>
}

/** Claims batches, each while the messages of the one before it are sent, so no connection waits for a claim. */
export class NextBatch {
  readonly #source: Source
  #ahead: Promise<ClaimedBatch | undefined> | undefined
  /** True if more than the current batch was due. */
  #is_more_due = false

  constructor(source: Source) {
    this.#source = source
  }

  /** Returns the next batch; undefined when nothing is due. */
  async take(): Promise<ClaimedBatch | undefined> {
    const ahead = this.#ahead
    this.#ahead = undefined
    return (await ahead) ?? this.#open(await this.#source.session.claim({ limit: BATCH_ROWS }))
  }

  /** Claims the next batch once, when few messages of the current one are left. `take` and `drop` throw what claiming threw. */
  prepare(left: number): void {
    if (left > AHEAD || this.#ahead || !this.#is_more_due) return
    this.#ahead = this.#source.session.claimAhead({ limit: BATCH_ROWS }).then((claimed) => this.#open(claimed))
    this.#ahead.catch(() => undefined)
  }

  /** Forgets what was claimed ahead. Its rows stay queued when the batches are ended. Throws what claiming threw. */
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
