import { cron } from '../../jobs/job.ts'
import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { inPass, withinBudget } from '../../jobs/slices.ts'
import { EXPIRED_BILLING_EVENTS } from './events.ts'
import { sendReports } from './reports.ts'
import { countUsage, EXPIRED_USAGE, makeReports } from './usage.ts'

const singleton = { mode: 'skip' } as const

export const billingJobs = [
  purgeExpired('billing', '49 4 * * *', [...EXPIRED_BILLING_EVENTS, ...EXPIRED_USAGE]),
  cron({ id: 'billing/count-usage', schedule: '7 * * * *', singleton }, ({ now }, step) =>
    inPass<number>(step, 0, (after, budget_ms) => countUsage({ now: now(), after, budget_ms })),
  ),
  cron({ id: 'billing/report-usage', schedule: '*/10 * * * *', singleton }, ({ now }, step) =>
    withinBudget(step, async (budget) => {
      await makeReports({ now: now(), budget })
      await sendReports({ now, budget })
    }),
  ),
]
