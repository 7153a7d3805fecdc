import { HANDED_ON, job } from '../../jobs/job.ts'
import { purgeExpired, requeueStalled } from '../../jobs/maintenance/maintenance.ts'
import { KEEPING } from '../../jobs/outbox/kept-events.ts'
import { pauseUntil } from '../../jobs/pause.ts'
import { withinBudget } from '../../jobs/slices.ts'
import { disableAppEndpoints, failPendingOfApp, registerAppEndpoints } from './endpoints/app-endpoints.ts'
import { EXPIRED_WEBHOOKS } from './purge-expired.ts'
import { attemptRetries } from './retries/retries.ts'
import { hasRetries, requestRetryRun, requeueRetries, wakeIfChanged } from './retries/retry-queue.ts'

/** Slices after which the work continues in another run, before the list of finished steps gets long. */
const MAX_SLICES = 200

export const webhookJobs = [
  job(
    {
      id: 'webhooks/retry',
      on: 'webhook.retry_requested',
      picked_up_by: { cron: 'webhooks/requeue-stalled' },
      singleton: { mode: 'skip', key: 'event.data.hook', unfinished: hasRetries },
      // A slice takes a tenth of a second of a run, so unresponsive endpoints do not delay others or other jobs.
      concurrency: 4,
      retries: 5,
    },
    async (ctx, endpoint, step) => {
      for (let slice = 1; slice <= MAX_SLICES; slice++) {
        const { pause_ms, due_at } = await step.run(`attempt ${slice}`, () => attemptRetries(ctx, endpoint))
        if (pause_ms === null) return
        // Until the next retry is due, or an earlier one is added.
        await pauseUntil(step, `pause ${slice}`, {
          event: 'webhook.retry_requested',
          if: 'async.data.hook == event.data.hook',
          timeout_ms: pause_ms,
          look: () => wakeIfChanged(endpoint, { due_at }),
        })
      }
      await step.run('hand on', () => requestRetryRun(endpoint))
      return HANDED_ON
    },
  ),
  requeueStalled('webhooks', '* * * * *', [requeueRetries]),
  job(
    { id: 'webhooks/register-app-endpoints', on: 'app.installed', picked_up_by: { keeping: KEEPING } },
    (ctx, { app_id }, step) => step.run('register', () => registerAppEndpoints(ctx, { app_id })),
  ),
  job(
    {
      id: 'webhooks/disable-app-endpoints',
      on: 'app.uninstalled',
      picked_up_by: { keeping: KEEPING },
    },
    async (ctx, { app_id }, step) => {
      await withinBudget(step, (budget) => failPendingOfApp(ctx, { app_id, budget }))
      await step.run('disable', () => disableAppEndpoints(ctx, { app_id }))
    },
  ),
  purgeExpired('webhooks', '17 * * * *', EXPIRED_WEBHOOKS),
]
