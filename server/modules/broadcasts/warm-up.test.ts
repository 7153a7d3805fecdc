import { expect, inject, test } from 'vitest'
import { closeDatabase, database, openDatabase } from '../../db/client.ts'
import { makeDatabase } from '../../testing/database.ts'
import { warmUpSending } from './warm-up.ts'

test('a warm-up needs no account, waits for no second connection and writes nothing', async () => {
  const own = await makeDatabase(inject('server_url'))
  await closeDatabase()
  openDatabase(own.url, { max: 2 })
  const { pool } = database()
  const written = async () =>
    (
      await pool.query(
        `select sum(n_tup_ins + n_tup_upd + n_tup_del)::int as count from pg_stat_xact_user_tables
         union all select count(*)::int from outbox union all select count(*)::int from mail`,
      )
    ).rows
  try {
    await warmUpSending()
    expect(await written()).toEqual([{ count: 0 }, { count: 0 }, { count: 0 }])
  } finally {
    await closeDatabase()
    openDatabase(inject('database_url'), { max: 8 })
    await own.drop()
  }
})
