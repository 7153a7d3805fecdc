import { expect, test } from 'vitest'
import { database, unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { MAX_WAITING } from './store-hits.ts'
import { trackingToken } from './tokens.ts'
import { trackOpen } from './track.ts'

runInOwnDatabase()

// Tables have the same OID in all databases of the server.
const BLOCKED = `select from pg_locks where relation = 'engagement_hit'::regclass and not granted
  and database = (select oid from pg_database where datname = current_database())`

test('while the database stores no opens, a bounded number waits, and more are told to try again', async () => {
  const { account_id } = await testAccount()
  const token = trackingToken({ account_id, mail_id: 1, subscriber_id: 1 })
  const open = () => trackOpen(token, { method: 'GET', ip: '91.64.12.7', user_agent: 'Mozilla/5.0', purpose: null })
  const client = await database().long.pool.connect()
  let opened: Promise<void>[] = []
  let refused: Promise<void>
  try {
    await client.query('begin')
    await client.query('lock table engagement_hit in exclusive mode')
    opened = [open()]
    await expect.poll(async () => (await client.query(BLOCKED)).rowCount).toBe(1)
    opened.push(...Array.from({ length: MAX_WAITING }, open))
    refused = expect(open()).rejects.toMatchObject({ code: 'unavailable', retry_after: 5 })
    await client.query('commit')
  } finally {
    client.release()
  }
  await refused
  await Promise.all(opened)
  const stored = () => unscoped().engagementHit.count({ where: { account_id } })
  expect(await stored()).toBe(1 + MAX_WAITING)
  await expect(open()).resolves.toBeUndefined()
  await unscoped().engagementHit.deleteMany({ where: { account_id } })
})
