import { expect, inject, test } from 'vitest'
import { closeDatabase, openDatabase } from '../../../db/client.ts'
import { makeDatabase } from '../../../testing/database/database.ts'
import { warmUpSending } from './warm-up.ts'

test('a warm-up needs no account, no second connection and writes nothing', async () => {
  const own = await makeDatabase(inject('server_url'))
  await closeDatabase()
  const url = new URL(own.url)
  url.searchParams.set('options', '-c default_transaction_read_only=on')
  openDatabase(url.href, { max: 2 })
  try {
    await expect(warmUpSending()).resolves.toBeUndefined()
  } finally {
    await closeDatabase()
    openDatabase(inject('database_url'), { max: 8 })
    await own.drop()
  }
})
