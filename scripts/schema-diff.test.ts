import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { makeDatabase } from '../server/testing/database/database.ts'
import { diffFromDatabase } from './schema-diff.ts'

async function migrated(): Promise<string> {
  const database = await makeDatabase(inject('server_url'))
  onTestFinished(database.drop)
  return database.url
}

test('the migrations create the schema of prisma/schema', async () => {
  expect(await diffFromDatabase(await migrated())).toBe('')
})

test('a column that the migrations lack is found', async () => {
  const url = await migrated()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('ALTER TABLE tag DROP COLUMN created_at')
  await client.end()
  expect(await diffFromDatabase(url)).toMatch(/ALTER TABLE "tag" ADD COLUMN\s+"created_at"/)
})
