import { expect, test } from 'vitest'
import { systemPool } from '../../core/context.ts'
import { testAccount } from '../../testing/account.ts'
import { addSubscribers, ledgerCounts, sendAll, sendToSink, startBroadcast } from '../../testing/modules/sending.ts'
import { PATIENCE } from '../../testing/patience.ts'
import { applyReports } from './apply.ts'

test('concurrent reports about one email wait for each other, and each counts', async () => {
  const account = await testAccount()
  await sendToSink()
  const ids = await addSubscribers(account, 8)
  const broadcast_id = await startBroadcast(account)
  await sendAll(account, broadcast_id)
  const { account_id, ctx } = account
  const { id: mail_id } = await ctx.db.mail.findFirstOrThrow({ where: { broadcast_id } })
  const apply = (subscriber_id: number) =>
    applyReports([
      {
        source: 'test',
        source_id: `${account_id} ${subscriber_id}`,
        kind: 'soft',
        at: ctx.now(),
        delivery: { account_id, mail_id, subscriber_id },
      },
    ])
  const [changing, inserting] = [await systemPool().connect(), await systemPool().connect()]
  try {
    // Takes the lock of the foreign key of each added recipient.
    await inserting.query('begin')
    await inserting.query('select 1 from mail where account_id = $1 and id = $2 for key share', [account_id, mail_id])
    await changing.query('begin')
    await changing.query('update mail set failed = failed where account_id = $1 and id = $2', [account_id, mail_id])
    const applied = Promise.all(ids.map(apply))
    const waitingCount = async () => {
      // A transaction caches the activity of its first query, and the pool may have opened a connection since.
      await inserting.query('select pg_stat_clear_snapshot()')
      const { rows } = await inserting.query<{ n: number }>(
        `select count(distinct pid)::int as n from pg_locks where not granted
           and pid in (select pid from pg_stat_activity where datname = current_database())`,
      )
      return rows[0]?.n ?? 0
    }
    await expect.poll(waitingCount, PATIENCE).toBeGreaterThanOrEqual(4)
    await changing.query('commit')
    expect(await applied).toEqual(ids.map(() => ['applied']))
    await inserting.query('commit')
  } finally {
    changing.release(true)
    inserting.release(true)
  }
  const { kept, counted } = await ledgerCounts(account, broadcast_id)
  expect(kept).toEqual(counted)
  expect(kept).toMatchObject({ sent: 8, bounced: 8 })
})
