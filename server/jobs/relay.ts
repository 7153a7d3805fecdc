import type { Logger } from '../core/log.ts'
import { Signal } from '../lib/signal.ts'
import type { Database, Transaction } from './engine/database.ts'
import type { EventInput } from './engine/queue.ts'
import { type KeptTypes, keepEvents } from './kept-events.ts'

const BATCH = 200
/** An engine that is away is asked again this often at least, so its return is noticed within seconds. */
const MAX_PAUSE_MS = 2_000

export interface RelayOptions {
  db: Database
  /** Hands events over. What it writes with `tx` is committed together with the removal of their outbox rows. */
  deliver: (tx: Transaction, events: EventInput[]) => Promise<unknown>
  /** Only one process hands over at any moment, which keeps the order. For an engine outside of our database. */
  one_at_a_time?: boolean
  /** What is to be kept until its job has done its work. */
  keep?: KeptTypes
  /** Until it returns true, events stay in the outbox. */
  isReady?: () => boolean
  log: Logger
  poll_ms?: number
}

const LOCK_ID = 7305

interface OutboxRow {
  type: string
  account_id: number
  data: Record<string, unknown>
  event_id: string
  created_at: Date | string
}

/**
 * Carries events from the outbox to the job engine, in the order of their ids. On the embedded engine it is exactly
 * once: both sides are one transaction. Towards Inngest it may repeat after a crash; the event's id makes that harmless.
 */
export class Relay {
  readonly #options: RelayOptions
  readonly #signal = new Signal()
  #loop: Promise<void> | undefined
  #stopped = false

  constructor(options: RelayOptions) {
    this.#options = options
  }

  start(): void {
    this.#loop = this.#run()
  }

  wake(): void {
    this.#signal.wake()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#signal.close()
    await this.#loop
  }

  /** Carries one batch over. Returns its size. Processes that do so at the same time take different rows. */
  async relayBatch(): Promise<number> {
    return this.#options.db.transaction(async (tx) => {
      if (this.#options.one_at_a_time && !(await lock(tx))) return 0
      const rows = await tx.rows<OutboxRow>(
        `with batch as (select id from outbox order by id limit $1 for update skip locked),
              taken as (delete from outbox o using batch where o.id = batch.id returning o.*)
         select type, account_id, data, event_id, created_at from taken order by id`,
        [BATCH],
      )
      if (rows.length === 0) return 0
      const { keep, deliver } = this.#options
      if (keep)
        await keepEvents(
          tx,
          keep,
          rows.map((row) => ({ ...row, id: row.event_id })),
        )
      await deliver(tx, rows.map(toEvent))
      return rows.length
    })
  }

  async #run(): Promise<void> {
    const { poll_ms = 1_000, log, isReady = () => true } = this.#options
    let failures = 0
    while (!this.#stopped) {
      if (!isReady()) {
        await this.#signal.wait(poll_ms)
        continue
      }
      try {
        const carried = await this.relayBatch()
        failures = 0
        if (carried < BATCH) await this.#signal.wait(poll_ms)
      } catch (error) {
        log.warn({ err: error }, 'events could not be carried over to the job engine and will be tried again')
        await this.#signal.wait(pauseAfter(failures++, poll_ms))
      }
    }
  }
}

/** Milliseconds until the next try after so many failures in a row. */
export const pauseAfter = (failures: number, poll_ms: number): number => Math.min(MAX_PAUSE_MS, poll_ms * 2 ** failures)

async function lock(tx: Transaction): Promise<boolean> {
  const [row] = await tx.rows<{ locked: boolean }>('select pg_try_advisory_xact_lock($1) as locked', [LOCK_ID])
  return row?.locked === true
}

const toEvent = ({ type, account_id, data, event_id, created_at }: OutboxRow): EventInput => ({
  id: event_id,
  name: type,
  data: { ...data, account_id },
  ts: new Date(created_at).getTime(),
})
