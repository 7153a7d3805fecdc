import pg from 'pg'
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'
import { closeDatabase, type DatabaseOptions, database, openDatabase } from '../../db/client.ts'
import { TEST_POOL } from '../patience.ts'
import { makeDatabase, type TestDatabase } from './database.ts'

/** Runs this file's tests in a separate database, because they lock whole tables or call functions that work on all accounts. */
export function runInOwnDatabase(options: DatabaseOptions = {}): void {
  let own_database: TestDatabase
  beforeAll(async () => {
    own_database = await makeDatabase(inject('server_url'))
    openDatabase(own_database.url, { ...TEST_POOL, ...options })
  })
  afterAll(async () => {
    await closeDatabase()
    await own_database.drop()
  })
}

/** Locks a table until `release` or the end of the test. `isAwaited` returns whether a statement waits for it. */
export async function lockTable(table: string) {
  const client = new pg.Client(database().url)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  return {
    isAwaited: async () => {
      // Tables have the same OID in all databases of the server, because all are copies of one template.
      const waiting = `select from pg_locks where not granted and relation = $1::text::regclass
        and database = (select oid from pg_database where datname = current_database())`
      return (await client.query(waiting, [table])).rowCount !== 0
    },
    release: () => client.query('commit'),
  }
}
