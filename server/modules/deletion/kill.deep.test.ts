import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { database, unscoped } from '../../db/client.ts'
import { testAccount } from '../../testing/account.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { runProcess } from '../../testing/database/kill-at-work.ts'
import { runInOwnDatabase } from '../../testing/database/own-database.ts'
import { addSubscribers } from '../../testing/modules/sending.ts'

runInOwnDatabase()

const SCRIPT = fileURLToPath(new URL('../../testing/database/deletion-process.ts', import.meta.url))
const LATER = new Date(Date.now() + 15 * 86_400_000).toISOString()

/** Starts the deletion and kills it (-9) during the statement that waits for this row. Resolves once PostgreSQL has noticed. */
async function killAt(row: string, values: number[]): Promise<void> {
  const client = new pg.Client(database().url)
  await client.connect()
  try {
    await client.query('begin')
    expect((await client.query(`select from ${row} for update`, values)).rowCount).toBe(1)
    const child = spawn(process.execPath, [SCRIPT, database().url, LATER], { stdio: 'inherit' })
    onTestFinished(() => void child.kill('SIGKILL'))
    const waiting = async () => {
      const { rows } = await database().pool.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.map(({ pid }) => pid)
    }
    await expect.poll(waiting).toHaveLength(1)
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  } finally {
    await client.query('rollback')
    await client.end()
  }
  const others = `select from pg_stat_activity where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`
  await expect.poll(async () => (await database().pool.query(others)).rowCount).toBe(0)
}

test('a deletion killed with -9 in three of its statements is completed by another process, and the owners are notified once', async () => {
  const account = await testAccount()
  const { account_id, email, ctx } = account
  const [, second = 0] = await addSubscribers(account, 3)
  const other = await testAccount()
  await addSubscribers(other, 2)
  await ctx.sql.run(
    `insert into tag (account_id, name, name_folded) select $1, 'Tag ' || i, 'tag ' || i from generate_series(1, 3) i`,
  )
  await dashboard(account).deletion.schedule({ name: 'Studio North' })

  await killAt('account where id = $1', [account_id])
  await killAt('subscriber where account_id = $1 and id = $2', [account_id, second])
  await killAt(`tag where account_id = $1 and name = 'Tag 2'`, [account_id])
  expect(await unscoped().account.findUnique({ where: { id: account_id } })).not.toBeNull()

  expect(await runProcess(SCRIPT, [database().url, LATER])).toBe(0)
  expect(await unscoped().account.findUnique({ where: { id: account_id } })).toBeNull()
  // Rows that other processes may have written at that moment are deleted five minutes later.
  const last = new Date(Date.parse(LATER) + 10 * 60_000).toISOString()
  expect(await runProcess(SCRIPT, [database().url, last])).toBe(0)
  expect(await runProcess(SCRIPT, [database().url, last])).toBe(0)
  expect(await unscoped().subscriber.count({ where: { account_id } })).toBe(0)
  expect(await unscoped().subscriber.count({ where: { account_id: other.account_id } })).toBe(2)
  const told = { to_address: email, subject: '“Studio North” was deleted' }
  expect(await unscoped().serviceMail.count({ where: told })).toBe(1)
  const entries = { subject_account_id: account_id, action: 'account_deleted' }
  expect(await unscoped().auditEntry.count({ where: entries })).toBe(1)
})
