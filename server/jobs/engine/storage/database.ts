import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { withConnection } from '../../../db/connections/connection-use.ts'
import { isStale } from '../../../db/statements/prepared.ts'

/** Statements on the pool or inside one transaction. pg-boss takes it as its database. */
export interface Sql {
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
  executeSql(text: string, values?: unknown[]): Promise<pg.QueryResult>
}

export interface Transaction extends Sql {
  /** Runs when the transaction has been committed, never when it was rolled back. */
  afterCommit(effect: () => void): void
}

export interface Database extends Sql {
  /** Runs `work` in a transaction; a deadlock, a serialization failure or a lost prepared statement is tried again, so `work` must be repeatable. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
}

const TRIES = 5

export function openEngineDatabase(pool: pg.Pool): Database {
  guardClients(pool)
  return {
    ...statements(pool),
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await transactOnce(pool, work)
        } catch (error) {
          if (attempt === TRIES || !(isCollision(error) || isStale(error))) throw error
          await sleep(Math.random() * 20 * attempt)
        }
      }
    },
  }
}

const guarded = new WeakSet<pg.Pool>()

/**
 * Keeps a broken connection from ending the process. The pool hands a client over before its next user can listen for errors,
 * and the break may arrive in the same packet as the answer that made the client free.
 */
function guardClients(pool: pg.Pool): void {
  if (guarded.has(pool)) return
  guarded.add(pool)
  pool.on('connect', (client) => client.on('error', () => undefined))
}

function statements(target: pg.Pool | pg.PoolClient): Sql {
  return {
    rows: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await target.query({ name: nameOf(text), text, values: values as unknown[] })).rows as Row[],
    // Without values node-postgres uses the simple protocol, which the many-statement migrations of pg-boss need.
    executeSql: (text, values) => (values ? target.query({ name: nameOf(text), text, values }) : target.query(text)),
  }
}

const names = new Map<string, string>()

/** A named statement is planned once per connection; planning costs more than running most of these. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = `jobs_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
  names.set(text, name)
  return name
}

async function transactOnce<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const effects: (() => void)[] = []
  const result = await withConnection(pool, async (client, discard) => {
    try {
      await client.query('begin')
      const result = await work({ ...statements(client), afterCommit: (effect) => effects.push(effect) })
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch(discard)
      throw error
    }
  })
  for (const effect of effects) effect()
  return result
}

const COLLISIONS = new Set(['40001', '40P01'])
const isCollision = (error: unknown) => COLLISIONS.has((error as { code?: string }).code ?? '')

/**
 * Maximum number of calls of jobs that a process executes at the same time: half of its pool at most, which leaves connections to
 * requests.
 */
export const jobConcurrency = (pool: pg.Pool): number => Math.max(2, Math.min(10, Math.floor(pool.options.max / 2)))
