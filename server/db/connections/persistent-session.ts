import pg from 'pg'
import type { Logger } from '../../core/log.ts'

/** A use of the connection, which stays open until the use ends. */
export interface SessionUse {
  channels: readonly string[]
  /** Called without a payload if notifications may have been missed, which is on each new connection. */
  onNotification: (channel: string, payload?: string) => void
  /** Called on each new connection before it counts as open, for example to acquire a lock for its lifetime. */
  prepare?: (client: pg.Client) => Promise<unknown>
  /** Undoes `prepare` when the use ends before the connection does. */
  finish?: (client: pg.Client) => Promise<unknown>
}

export interface PersistentSessionOptions {
  config: pg.ClientConfig
  log: () => Logger
  /** Opening fails after this time. */
  opening_ms?: number
  /** True if a pooler gives each statement a different session. Then it does not LISTEN, which would remain on sessions of other clients. */
  is_shared?: boolean
}

const RECONNECT_MS = 500
const SILENCE_MS = 5_000
/** Otherwise a connection that stops responding while it is opened would block all callers until TCP gives up after 15 minutes. */
const OPENING_MS = 15_000

/**
 * One PostgreSQL connection that stays open: for LISTEN, for locks that end with the process, and to check whether PostgreSQL answers while all
 * other connections are busy. It reconnects. Notifications in between are lost, so listeners poll as well. Behind a pooler in transaction mode
 * it receives no notifications and acquires no locks.
 */
export class PersistentSession {
  readonly #options: PersistentSessionOptions
  readonly #uses = new Set<SessionUse>()
  #client: pg.Client | undefined
  #opening: Promise<void> | undefined
  #asking: Promise<boolean> | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false
  #received_until = Number.NEGATIVE_INFINITY
  readonly #locks = new WeakMap<pg.Client, Set<number>>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: PersistentSessionOptions) {
    this.#options = options
  }

  get is_shared(): boolean {
    return this.#options.is_shared === true
  }

  get connected(): boolean {
    return this.#client !== undefined
  }

  /** Time (of `performance.now()`) up to which every notification has been received. */
  get received_until(): number {
    return this.#received_until
  }

  /** Opens the connection if needed. Returns a function that ends this use. Throws if there is no connection. */
  async use(use: SessionUse): Promise<() => Promise<void>> {
    const client = this.#client
    this.#uses.add(use)
    try {
      if (!client) await this.#open()
      else {
        await this.#serialize(() => this.#begin(client, use))
        for (const channel of use.channels) use.onNotification(channel)
      }
    } catch (error) {
      this.#uses.delete(use)
      throw error
    }
    return () => this.#end(use)
  }

  /** Returns whether PostgreSQL answers within this time. */
  async answers(within_ms: number): Promise<boolean> {
    const asked = this.#client ? this.verify() : this.#open().then(...YES_NO)
    return (await Promise.race([asked, silence(within_ms)])) === true
  }

  /** Checks whether the other end still responds. A silently cut connection looks open for hours. */
  verify(): Promise<boolean> {
    this.#asking ??= this.#verify().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  /** Tries to acquire an advisory lock for the life of the connection. Returns immediately whether this session has it. */
  async tryLock(id: number): Promise<boolean> {
    const client = this.#client
    if (this.is_shared) throw new Error('A lock on a session that others share would stay with them')
    if (!client || !(await this.verify())) return false
    const locks = this.#locks.get(client) ?? new Set()
    this.#locks.set(client, locks)
    if (locks.has(id)) return true
    const asked = this.#serialize(() =>
      client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [id]),
    )
    const answer = await Promise.race([asked.catch(() => undefined), silence(SILENCE_MS)])
    if (answer?.rows[0]?.locked) locks.add(id)
    // Without an answer, the lock may have been acquired.
    else if (!answer) this.#drop(client)
    return locks.has(id)
  }

  async unlock(id: number): Promise<void> {
    const client = this.#client
    if (!client || !this.#locks.get(client)?.delete(id)) return
    const asked = this.#serialize(() => client.query('select pg_advisory_unlock($1)', [id]))
    if (!(await Promise.race([asked.then(...YES_NO), silence(SILENCE_MS)]))) this.#drop(client)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#opening?.catch(() => undefined)
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => undefined)
  }

  async #verify(): Promise<boolean> {
    const client = this.#client
    if (!client) return false
    let asked_at = Number.NEGATIVE_INFINITY
    const asking = this.#serialize(() => {
      asked_at = performance.now()
      return client.query('select')
    })
    const answered = await Promise.race([asking.then(...YES_NO), silence(SILENCE_MS)])
    if (answered === true) {
      if (this.#client === client) this.#received_until = asked_at
      return true
    }
    this.#drop(client)
    return false
  }

  #drop(client: pg.Client): void {
    this.#lost(client)
    void client.end().catch(() => undefined)
  }

  /** Runs queries one by one, because node-postgres will remove its own queue. */
  #serialize<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }

  #open(): Promise<void> {
    this.#opening ??= this.#connect().finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  async #connect(): Promise<void> {
    const most_ms = this.#options.opening_ms ?? OPENING_MS
    // If `end` is called while a client of node-postgres connects, the client never reports it.
    const client = new pg.Client({ ...this.#options.config, connectionTimeoutMillis: most_ms })
    client.on('error', () => undefined)
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ channel, payload }) => {
      for (const { channels, onNotification } of this.#uses)
        if (channels.includes(channel)) onNotification(channel, payload)
    })
    let limit: ReturnType<typeof setTimeout> | undefined
    try {
      await client.connect()
      limit = setTimeout(() => void client.end().catch(() => undefined), most_ms)
      // A use that is added in the meantime is in the set, too.
      for (const use of this.#uses) await this.#begin(client, use)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    } finally {
      clearTimeout(limit)
    }
    if (this.#closed) return void (await client.end())
    this.#client = client
    // Notifications may have been missed without a connection.
    for (const { channels, onNotification } of this.#uses) for (const channel of channels) onNotification(channel)
  }

  async #begin(client: pg.Client, { channels, prepare }: SessionUse): Promise<void> {
    await prepare?.(client)
    if (this.is_shared) return
    for (const channel of channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
  }

  async #end(use: SessionUse): Promise<void> {
    this.#uses.delete(use)
    const client = this.#client
    if (!client) return
    const other_channels = [...this.#uses].flatMap(({ channels }) => channels)
    try {
      await this.#serialize(async () => {
        await use.finish?.(client)
        if (this.is_shared) return
        for (const channel of use.channels)
          if (!other_channels.includes(channel)) await client.query(`unlisten ${pg.escapeIdentifier(channel)}`)
      })
    } catch {
      // The connection has ended, and with it everything that `finish` would undo.
    }
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#options.log().warn('the persistent connection to PostgreSQL was lost, reconnecting')
    this.#reconnect()
  }

  // One timer at a time, because a reconnect per error would flood a restarting PostgreSQL.
  #reconnect(): void {
    if (this.#closed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#open().catch(() => this.#reconnect()), RECONNECT_MS)
  }
}

const YES_NO = [() => true, () => false] as const

const silence = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined).unref())
