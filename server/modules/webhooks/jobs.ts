import { cron } from '../../jobs/job.ts'
import { sweepWebhooks } from './upkeep.ts'

export const webhookJobs = [
  cron({ id: 'webhooks/sweep', schedule: '17 * * * *', retries: 2, singleton: { mode: 'skip' } }, ({ now }, step) =>
    step.run('sweep', () => sweepWebhooks({ now: now() })),
  ),
]
