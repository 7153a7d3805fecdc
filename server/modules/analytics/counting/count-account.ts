import { systemCtx } from '../../../core/context.ts'
import { countCohortsOf } from './cohorts.ts'
import { countDaysOf, noteDays } from './days.ts'

/** Counts everything that is due for one account, as the job does for all: for data that was made in one go. */
export async function countAccount({ account_id, now }: { account_id: number; now: Date }): Promise<void> {
  await noteDays({ after: account_id - 1, now })
  await countDaysOf({ account_id, now })
  await countCohortsOf({ ...systemCtx(account_id), now: () => now })
}
