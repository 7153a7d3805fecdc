import { expect, test } from 'vitest'
import { write } from '../../../core/write/write.ts'
import { testAccount } from '../../../testing/account.ts'
import { addNamed, liveAutomation } from '../../../testing/automations/live.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { enter } from '../entering/enter.ts'
import { purgeTraces } from './purge-traces.ts'
import { traceRun } from './trace.ts'

// Traces of all accounts are purged.
runInOwnDatabase()

const DAY_MS = 86_400_000

/** Someone who entered long ago, with an entry of today. */
async function inside(automation_trace_days: number | null) {
  const account = await testAccount()
  const { ctx, account_id } = account
  await ctx.db.account.updateMany({ data: { automation_trace_days } })
  const [subscriber_id = 0] = await addNamed(account, ['Lin'])
  const { id: automation_id } = await liveAutomation(account, {})
  const at = new Date(Date.now() - 100 * DAY_MS)
  const { runs } = await write(ctx, (tx) =>
    enter(tx, { automation_id, entries: [{ subscriber_id, trigger_id: null, data: {}, at }] }),
  )
  const run_id = runs[0]?.run_id ?? 0
  await ctx.db.automationTrace.create({ data: { account_id, run_id, event: 'retried', at: ctx.now() } })
  return async () => {
    const { entries, kept_days } = await traceRun(ctx, { run_id })
    return { events: entries.map(({ event }) => event), kept_days }
  }
}

test('traces are kept as long as their account says, and say where older entries are gone', async () => {
  const [forever, year, month] = [await inside(null), await inside(365), await inside(30)]
  const whole = { events: ['entered', 'retried'], kept_days: null }
  expect(await month()).toEqual(whole)
  await purgeTraces({ now: new Date() })
  expect(await forever()).toEqual(whole)
  expect(await year()).toEqual(whole)
  expect(await month()).toEqual({ events: ['retried'], kept_days: 30 })
})
