import { expect, test, vi } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { duringTransaction } from '../../../testing/database/during-transaction.ts'
import { serviceEmailsTo } from '../../../testing/modules/service-emails.ts'
import { testWebhooks } from '../../../testing/modules/webhooks.ts'
import { PATIENCE } from '../../../testing/patience.ts'
import { warnOrDisable } from './health.ts'

const { receiver } = testWebhooks()

test('two processes that disable an endpoint at the same time send one email [W8]', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  const { url } = await receiver()
  const { id } = await dashboard(account).webhooks.create({ url, events: ['tag.created'] })
  const since = new Date(ctx.now().getTime() - 200 * 3_600_000)
  const found = { account_id, id, name: 'x', url, failing_since: since, warned_at: since, app: null }
  const waiting = `select count(*)::int as n from pg_stat_activity
    where $1::int is not null and wait_event_type = 'Lock' and datname = current_database()`
  const outcome = await duringTransaction(
    ctx,
    (tx) => tx.sql.one('select 1 from webhook_endpoint where account_id = $1 and id = $2 for update', [id]),
    () => Promise.all([warnOrDisable(found), warnOrDisable(found)]),
    () => vi.waitUntil(async () => (await ctx.sql.one<{ n: number }>(waiting))?.n === 2, PATIENCE),
  )
  expect(outcome.status).toBe('fulfilled')
  expect((await serviceEmailsTo(account.email)).map(({ subject }) => subject)).toEqual([
    'Your webhook “x” was disabled',
  ])
})
