import { existsSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import type { Pooler, PoolerOptions, PoolMode } from './modes.ts'
import { startOwnPooler } from './own-pooler.ts'
import { PGBOUNCER, startPgBouncer } from './pgbouncer.ts'

const STARTS = { PgBouncer: startPgBouncer, 'the pooler of the tests': startOwnPooler }

/** The poolers of this machine: PgBouncer if it is installed, and our own, which switches sessions more often than any other. */
export const POOLERS: (keyof typeof STARTS)[] = [
  ...(existsSync(PGBOUNCER) ? (['PgBouncer'] as const) : []),
  'the pooler of the tests',
]

/** Starts a pooler in front of a database until the end of the test. */
export async function startPooler(
  name: keyof typeof STARTS,
  database_url: string,
  options: PoolMode | PoolerOptions,
): Promise<Pooler> {
  const pooler = await STARTS[name](database_url, typeof options === 'string' ? { mode: options } : options)
  onTestFinished(() => pooler.close())
  return pooler
}
