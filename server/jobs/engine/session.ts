import pg from 'pg'
import type { Logger } from '../../core/log.ts'

export interface SessionOptions {
  /** Its connection settings are used; the session has a connection of its own. */
  pool: pg.Pool
  channels: string[]
  onNotification: (channel: string) => void
  /** Called on each new connection before it counts as open, for example to take a lock that lives as long. */
  prepare?: (client: pg.Client) => Promise<void>
  log: Logger
}

const RECONNECT_MS = 500

/**
 * One PostgreSQL connection that stays open, for LISTEN and for locks that die with the process. It reconnects by
 * itself; what was notified in between is lost, so listeners poll as well. Needs a real session: no PgBouncer in
 * transaction mode.
 */
export class Session {
  readonly #options: SessionOptions
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: SessionOptions) {
    this.#options = options
  }

  get connected(): boolean {
    return this.#client !== undefined
  }

  async open(): Promise<void> {
    const client = new pg.Client(this.#options.pool.options)
    client.on('error', () => undefined)
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ channel }) => this.#options.onNotification(channel))
    try {
      await client.connect()
      await this.#options.prepare?.(client)
      for (const channel of this.#options.channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    if (this.#closed) return void (await client.end())
    this.#client = client
    // Whatever was notified while there was no connection.
    for (const channel of this.#options.channels) this.#options.onNotification(channel)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => undefined)
  }

  /** Finds out whether the other end is still there: a connection that was cut without a word looks open for hours. */
  async verify(limit_ms: number): Promise<void> {
    const client = this.#client
    if (!client) return
    const answered = client.query('select').then(
      () => true,
      () => false,
    )
    const silence = new Promise<boolean>((resolve) => setTimeout(resolve, limit_ms, false).unref())
    if (await Promise.race([answered, silence])) return
    this.#lost(client)
    void client.end().catch(() => undefined)
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#options.log.warn('the job session to PostgreSQL was lost, reconnecting')
    this.#reconnect()
  }

  // One timer at a time: a reconnect per error becomes a storm when PostgreSQL restarts.
  #reconnect(): void {
    if (this.#closed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.open().catch(() => this.#reconnect()), RECONNECT_MS)
  }
}
