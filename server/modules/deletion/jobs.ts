import { cron } from '../../jobs/job.ts'
import { withinBudget } from '../../jobs/slices.ts'
import { deleteDueAccounts, remindOfDeletions } from './delete.ts'
import { scheduleTestAccounts } from './test-accounts.ts'

export const deletionJobs = [
  cron(
    { id: 'deletion/delete-accounts', schedule: '*/10 * * * *', singleton: { mode: 'skip' } },
    async ({ now }, step) => {
      await step.run('schedule', () => scheduleTestAccounts({ now: now() }))
      await step.run('remind', () => remindOfDeletions({ now: now() }))
      await withinBudget(step, (budget) => deleteDueAccounts({ now: now(), budget }))
    },
  ),
]
