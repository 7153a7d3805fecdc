import { systemCtx } from '../../../core/context.ts'
import { Budget } from '../../../lib/concurrency/budget.ts'
import { countCohortsOf } from './cohorts.ts'
import { countDueDays, noteDays } from './days.ts'

/** Counts everything due for one account, as the job does for all accounts. Used for generated data. */
export async function countAccount({ account_id, now }: { account_id: number; now: Date }): Promise<void> {
  const clock = { now: () => now }
  await noteDays({ after: account_id - 1, now, accounts: 1 })
  await countDueDays({ ...clock, account_id, budget: new Budget(Number.POSITIVE_INFINITY) })
  await countCohortsOf({ ...systemCtx(account_id), ...clock })
}
