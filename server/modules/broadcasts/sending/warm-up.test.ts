import { expect, inject, test } from 'vitest'
import { rootLogger } from '../../../core/log.ts'
import { closeDatabase, database, openDatabase } from '../../../db/client.ts'
import { makeDatabase } from '../../../testing/database/database.ts'
import { TEST_POOL } from '../../../testing/patience.ts'
import { warmUp } from './warm-up.ts'

/** Returns the lines that `work` logs. */
async function linesOf(work: (log: ReturnType<typeof rootLogger>) => Promise<void>): Promise<string[]> {
  const lines: string[] = []
  const note = (level: string) => (_about: unknown, text: string) => void lines.push(`${level}: ${text}`)
  await work(Object.assign(Object.create(rootLogger()), { info: note('info'), warn: note('warn') }))
  return lines
}

test('a warm-up needs no account, no second connection and writes nothing', async () => {
  const own = await makeDatabase(inject('server_url'))
  await closeDatabase()
  const url = new URL(own.url)
  url.searchParams.set('options', '-c default_transaction_read_only=on')
  openDatabase(url.href, { max: 2 })
  try {
    expect(await linesOf((log) => warmUp({ log }))).toEqual([])
  } finally {
    await closeDatabase()
    openDatabase(inject('database_url'), TEST_POOL)
    await own.drop()
  }
})

test('while all connections are in use, the first jobs wait for one and nothing warns', async () => {
  await closeDatabase()
  openDatabase(inject('database_url'), { max: 1 })
  const { pool } = database()
  const used = await pool.connect()
  // From here on, no one waits long for the connection in use.
  pool.options.connectionTimeoutMillis = 1
  let pauses = 0
  const pause = async () => {
    pauses += 1
    if (pauses < 3) return
    used.release()
    await closeDatabase()
    openDatabase(inject('database_url'), TEST_POOL)
  }
  expect(await linesOf((log) => warmUp({ log, pause }))).toEqual(
    Array(3).fill('info: the first jobs wait for a connection to PostgreSQL'),
  )
})
