import pg from 'pg'
import type { Logger } from '../../../core/log.ts'
import { whileLocked } from '../../../db/connections/transaction-lock.ts'
import type { Database } from './database.ts'
import { MIGRATIONS } from './migrations.ts'

/** Runs `work` in one process at a time. */
export async function exclusively(pool: pg.Pool, log: Logger, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client(pool.options)
  client.on('error', () => undefined)
  try {
    await client.connect()
    await whileLocked(client, { ...LOCK, report: (line) => log.warn(line) }, work)
  } finally {
    await client.end()
  }
}

const LOCK = { key: `hashtextextended('jobs.migration', 0)`, name: 'The job tables' }

/** Migrates the tables to this version. Call it inside `exclusively`. */
export async function migrateEngine(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.executeSql(
      'create schema if not exists jobs; create table if not exists jobs.migration (version int primary key, applied_at timestamptz not null default now())',
    )
    const [row] = await tx.rows<{ version: number }>(
      'select coalesce(max(version), 0)::int as version from jobs.migration',
    )
    const applied = row?.version ?? 0
    if (applied > MIGRATIONS.length) {
      throw new Error(
        `The job tables are of version ${applied}, newer than this program (${MIGRATIONS.length}): update it`,
      )
    }
    for (const [index, sql] of MIGRATIONS.entries()) {
      if (index < applied) continue
      await tx.executeSql(sql)
      await tx.rows('insert into jobs.migration (version) values ($1)', [index + 1])
    }
  })
}
