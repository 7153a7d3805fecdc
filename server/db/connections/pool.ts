import type pg from 'pg'
import { tracing } from '../../core/telemetry/tracing.ts'
import { PreparingClient } from '../statements/prepared.ts'
import { findSecondConnection, type PoolName } from './connection-use.ts'
import { OutagePool, POOL_TIMEOUT } from './outage.ts'
import { Waiting } from './waiting.ts'

/** Thrown if no connection of the pool became free in time. */
export class PoolTimeout extends Error {
  override name = 'PoolTimeout'
  readonly code = POOL_TIMEOUT
}

const FULL = /^timeout exceeded when trying to connect/
const USES: Record<PoolName, string> = { main: 'requests and jobs', long: 'sending and exports' }

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: boolean) => void,
) => void

/** A pool whose timeout errors say what to change, and which refuses second connections while that check is on. */
export class DatabasePool extends OutagePool {
  readonly purpose: PoolName
  /** Absent: an overload is never noticed. */
  readonly waiting: Waiting | undefined

  /** `limit_ms`: the longest wait for a connection that is no sign of an overload. 0: any. */
  constructor(
    config: pg.PoolConfig & { connectionTimeoutMillis: number },
    purpose: PoolName,
    { limit_ms = 0 }: { limit_ms?: number } = {},
  ) {
    super({ ...config, Client: PreparingClient })
    this.purpose = purpose
    this.waiting = limit_ms > 0 ? new Waiting(limit_ms) : undefined
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const refusal = findSecondConnection(this.purpose)
    if (!callback) return refusal ? Promise.reject(refusal) : this.#connected()
    if (refusal) callback(refusal, undefined, () => undefined)
    else {
      // A waiting caller is called back by the code that releases a connection, whose trace differs from the caller's.
      const connected: Connected = tracing()?.bind(callback) ?? callback
      const end = this.waiting?.begin()
      super.connect((error, client, done) => {
        end?.()
        connected(error && this.#explained(error), client, done)
      })
    }
    return undefined
  }

  async #connected(): Promise<pg.PoolClient> {
    const end = this.waiting?.begin()
    try {
      return await super.connect()
    } catch (error) {
      throw this.#explained(error as Error)
    } finally {
      end?.()
    }
  }

  #explained(error: Error): Error {
    if (!FULL.test(error.message)) return error
    const { max, connectionTimeoutMillis = 0 } = this.options
    return new PoolTimeout(
      `No database connection for ${USES[this.purpose]} became free within ${connectionTimeoutMillis / 1_000} s: all ${max} are in use and ${this.waitingCount} more callers wait. Raise DATABASE_POOL if PostgreSQL allows more connections, or look for slow statements.`,
      { cause: error },
    )
  }
}
