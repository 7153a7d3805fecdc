import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { withConnection } from '../../../db/connections/connection-use.ts'
import { isStale } from '../../../db/statements/prepared.ts'

/** Statements on the pool or inside one transaction. Also serves as pg-boss's database. */
export interface Sql {
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
  executeSql(text: string, values?: unknown[]): Promise<pg.QueryResult>
}

export interface Transaction extends Sql {
  /** Runs `effect` after the commit, but not after a rollback. */
  afterCommit(effect: () => void): void
}

export interface Database extends Sql {
  /** Runs `work` in a transaction. Retries deadlocks, serialization failures and lost prepared statements, so `work` must be repeatable. */
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
    // Without values, node-postgres uses the simple protocol, which pg-boss's migrations of several statements need.
    executeSql: (text, values) => (values ? target.query({ name: nameOf(text), text, values }) : target.query(text)),
  }
}

const names = new Map<string, string>()

/** Names a statement, so each connection plans it once: planning most of these costs more than running them. */
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
 * Maximum number of calls of jobs that a process executes at the same time: at most half of its pool, which leaves connections for
 * requests.
 */
export const jobConcurrency = (pool: pg.Pool): number => Math.max(2, Math.min(10, Math.floor(pool.options.max / 2)))
