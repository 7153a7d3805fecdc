import { expect, test } from 'vitest'
import type { Ctx } from '../../../core/context.ts'
import { PageQuery } from '../../../core/page/page.ts'
import { ONE_PLAN } from '../../../db/statements/one-plan.ts'
import { testAccount } from '../../../testing/account.ts'
import { FilterRequest } from '../filter-schema.ts'
import { filterSubscribers } from './filter.ts'

const MINUTE = 60_000

/** Filters some minutes later. Returns whether the statement keeps its plan, and whom it found. */
async function ask(ctx: Ctx, { minutes, name }: { minutes: number; name: string }) {
  const texts: string[] = []
  const bytes: Ctx['sql']['bytes'] = (text, values) => {
    texts.push(text)
    return ctx.sql.bytes(text, values)
  }
  const now = () => new Date(+ctx.now() + minutes * MINUTE)
  const condition = { type: 'subscriber_state', states: [name === 'Ada' ? 'active' : 'cancelled'] }
  const request = { ...PageQuery.parse({}), ...FilterRequest.parse({ all: [condition] }) }
  const page = await filterSubscribers({ ...ctx, now, sql: { ...ctx.sql, bytes } }, request)
  return {
    keeps_plan: texts[0]?.startsWith(ONE_PLAN) ?? null,
    total: page.pagination.total_count,
    rows: page.rows().length,
  }
}

test('filters of a small account keep their plan and answer for their own values, those of a large one are planned', async () => {
  const { ctx, account_id } = await testAccount()
  await ctx.db.subscriber.createMany({
    data: [
      { account_id, email_address: 'ada@x.example' },
      { account_id, email_address: 'lin@x.example' },
      { account_id, email_address: 'kim@x.example', state: 'cancelled', canceled_at: ctx.now() },
    ],
  })
  expect(await ask(ctx, { minutes: 0, name: 'Ada' })).toEqual({ keeps_plan: false, total: 2, rows: 2 })
  // More often than PostgreSQL plans a prepared statement for its values.
  for (let time = 0; time < 8; time++) {
    expect(await ask(ctx, { minutes: 0.9, name: 'Ada' })).toEqual({ keeps_plan: true, total: 2, rows: 2 })
    expect(await ask(ctx, { minutes: 0.9, name: 'Kim' })).toEqual({ keeps_plan: true, total: 1, rows: 1 })
  }
  await ctx.sql.run(`insert into subscriber_count (account_id, state, change) values ($1, 'active', 20000)`)
  expect(await ask(ctx, { minutes: 0.9, name: 'Ada' })).toMatchObject({ keeps_plan: true })
  expect(await ask(ctx, { minutes: 3, name: 'Ada' })).toMatchObject({ keeps_plan: false })
  expect(await ask(ctx, { minutes: 3.9, name: 'Ada' })).toEqual({ keeps_plan: false, total: 2, rows: 2 })
})

test('the size of an account arrives with a page on which no one is', async () => {
  const { ctx } = await testAccount()
  expect(await ask(ctx, { minutes: 0, name: 'Ada' })).toEqual({ keeps_plan: false, total: 0, rows: 0 })
  expect(await ask(ctx, { minutes: 0, name: 'Ada' })).toEqual({ keeps_plan: true, total: 0, rows: 0 })
})
