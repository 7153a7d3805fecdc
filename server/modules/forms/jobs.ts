import { job } from '../../jobs/job.ts'
import { requeueStalledInPass } from '../../jobs/maintenance/maintenance.ts'
import { requeueStalledConfirmations, sendConfirmations } from './confirmation/confirmation-email.ts'

/** Work time per step. Progress is stored in the rows, so a crash loses only time. */
const WORK_MS = 20_000
const MAX_STEPS = 200

export const formJobs = [
  job(
    {
      id: 'forms/send-confirmations',
      on: 'form.confirmations_requested',
      picked_up_by: { cron: 'forms/requeue-stalled' },
      concurrency: { limit: 1, key: 'event.data.account_id' },
      retries: 5,
    },
    async (ctx, _, step) => {
      for (let round = 1; round <= MAX_STEPS; round++) {
        const state = await step.run(`send ${round}`, () => sendConfirmations(ctx, { work_ms: WORK_MS }))
        if (state === 'finished') return
      }
    },
  ),
  requeueStalledInPass<number>('forms', '*/5 * * * *', { first: -1, requeue: requeueStalledConfirmations }),
]
