import { expect, test } from 'vitest'
import { type Ctx, systemPool } from '../../../core/context.ts'
import type { AccountSql } from '../../../db/statements/sql.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { testWebhooks } from '../../../testing/modules/webhooks.ts'
import { listDeliveries } from './deliveries.ts'
import { listDeliveryHistory } from './history.ts'

const { receiver } = testWebhooks()

test('a few undelivered deliveries are found in a long history without reading it [W10]', async () => {
  const account = await testAccount()
  const { ctx } = account
  const { id } = await dashboard(account).webhooks.create({ url: (await receiver()).url, events: ['tag.created'] })
  await addHistory(account, id, 30_000)
  for (const status of ['failed', 'retrying', 'pending'] as const) {
    const [watched, listed] = [
      { endpoint_id: id, status, limit: 50 },
      { id, status, per_page: 50, include_total_count: false },
    ]
    expect(await listDeliveryHistory(ctx, watched)).toHaveLength(2)
    expect(await rowsRead(ctx, (asking) => listDeliveryHistory(asking, watched))).toBeLessThan(20)
    expect((await listDeliveries(ctx, listed)).rows()).toHaveLength(2)
    expect(await rowsRead(ctx, (asking) => listDeliveries(asking, listed))).toBeLessThan(20)
  }
})

/** Two deliveries of each other status, then many delivered ones. */
async function addHistory({ ctx }: TestAccount, hook_id: number, delivered: number): Promise<void> {
  await ctx.sql.run(
    `insert into webhook_delivery (account_id, legacy, hook_id, event_type, event_ids, event_count, bytes, status, next_attempt_at, completed_at)
     select $1, false, $2, 'tag.created', '{}', 1, 1, s.status::webhook_delivery_status,
       case when s.status in ('pending', 'retrying') then now() end, case when s.status in ('delivered', 'failed') then now() end
     from (values ('failed', 2), ('retrying', 2), ('pending', 2), ('delivered', $3)) as s(status, n), generate_series(1, s.n)`,
    [hook_id, delivered],
  )
  await systemPool().query('analyze webhook_delivery')
}

interface Plan {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Relation Name'?: string
  Plans?: Plan[]
}

/** Rows of deliveries that PostgreSQL reads for the query of `read`. */
async function rowsRead(ctx: Ctx, read: (ctx: Ctx) => Promise<unknown>): Promise<number> {
  const asked: { text: string; values: readonly unknown[] }[] = []
  const note =
    <Answer>(ask: (text: string, values?: readonly unknown[]) => Promise<Answer>) =>
    (text: string, values: readonly unknown[] = []) => {
      asked.push({ text, values })
      return ask(text, values)
    }
  const { sql } = ctx
  await read({ ...ctx, sql: { ...sql, rows: note(sql.rows), one: note(sql.one) } as AccountSql })
  let rows = 0
  for (const { text, values } of asked) {
    const answer = await sql.one<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (analyze, format json) ${text}`, values)
    if (answer) rows += readIn(answer['QUERY PLAN'][0].Plan)
  }
  return rows
}

const readIn = (plan: Plan): number =>
  (plan['Relation Name'] === 'webhook_delivery'
    ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    : 0) + (plan.Plans ?? []).reduce((sum, one) => sum + readIn(one), 0)
