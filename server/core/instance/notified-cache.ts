import { database } from '../../db/client.ts'
import type { PersistentSession } from '../../db/connections/persistent-session.ts'

const LISTEN_AGAIN_MS = 1_000
/** Interval for a process that could not start listening. Otherwise notifications and new connections trigger reads. */
const NOTIFIED_MS = 60_000

interface Source<T> {
  /** Channel that a trigger notifies on each change. */
  channel: string
  /** Used until the first read. */
  initial: T
  read: () => Promise<T>
}

/**
 * Caches a few rows of the whole instance: read once, and again after each notification or new connection. A pooler in transaction mode
 * delivers no notifications, so `watch` also reads them every few seconds.
 */
export class NotifiedCache<T> {
  readonly #source: Source<T>
  #value: T
  #reading: Promise<void> | undefined
  /** Number of notifications. A value read before the last one is stale. */
  #generation = 0
  #read_generation = -1
  #session: PersistentSession | undefined
  #failed_at = Number.NEGATIVE_INFINITY

  constructor(source: Source<T>) {
    this.#source = source
    this.#value = source.initial
  }

  /** Returns the value, reading it again if it changed. Throws if the database does not respond. */
  async get(): Promise<T> {
    this.#listen()
    while (this.#read_generation !== this.#generation) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = undefined
      })
      await this.#reading
    }
    return this.#value
  }

  /** Returns the last read value without waiting, or the initial one. */
  latest(): T {
    return this.#value
  }

  forget(): void {
    this.#generation += 1
  }

  /** Reads the value again. Callers get the previous one until it succeeds. */
  async refresh(): Promise<void> {
    await this.#read()
  }

  /** Reads the value now, and at this interval where notifications do not arrive. Returns a function that stops this. */
  async watch(every_ms: number): Promise<() => void> {
    await this.get()
    const { is_shared } = database().session
    // An outage is logged elsewhere. Keep the last value until it ends.
    const timer = setInterval(() => void this.refresh().catch(() => undefined), is_shared ? every_ms : NOTIFIED_MS)
    timer.unref()
    return () => clearInterval(timer)
  }

  async #read(): Promise<void> {
    const generation = this.#generation
    this.#value = await this.#source.read()
    this.#read_generation = generation
  }

  #listen(): void {
    const { session } = database()
    if (this.#session === session || performance.now() - this.#failed_at < LISTEN_AGAIN_MS) return
    this.#session = session
    this.forget()
    const onNotification = () => {
      if (this.#session !== session) return
      this.forget()
      // Refresh for later calls of `latest`. Until a refresh succeeds, they get the previous value.
      this.get().catch(() => undefined)
    }
    session.use({ channels: [this.#source.channel], onNotification }).catch(() => {
      this.#session = undefined
      this.#failed_at = performance.now()
    })
  }
}
