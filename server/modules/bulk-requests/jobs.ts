import type { BulkOperations } from '../../core/bulk.ts'
import { type JobDefinition, job } from '../../jobs/job.ts'
import { purgeExpired, requeueStalled } from '../../jobs/maintenance/maintenance.ts'
import { inSlices } from '../../jobs/slices.ts'
import { isCallbackDue, sendCallback } from './callback.ts'
import { EXPIRED_REQUESTS, STALLED_REQUESTS } from './maintenance.ts'
import { failRemaining, isBulkOpen, runBulk, unblockBulk } from './run/run.ts'

/** @param operations the declared operations, passed in because modules cannot import them */
export const bulkRequestJobs = (operations: BulkOperations): JobDefinition[] => [
  job(
    {
      id: 'bulk-requests/apply',
      on: 'bulk.requested',
      picked_up_by: { cron: 'bulk-requests/requeue-stalled' },
      // Requests of one app run in sequence; two apps of an account can run at the same time.
      concurrency: [
        { limit: 2, key: 'event.data.account_id' },
        { limit: 1, key: 'event.data.queue' },
      ],
      singleton: {
        mode: 'skip',
        key: 'event.data.bulk_request_id',
        unfinished: (ctx, { bulk_request_id: id }) => isBulkOpen(ctx, { id }),
      },
      onFailure: (ctx, { bulk_request_id: id, queue }) => unblockBulk(ctx, { id, queue, operations }),
    },
    (ctx, { bulk_request_id: id }, step) => inSlices(step, (budget_ms) => runBulk(ctx, { id, operations, budget_ms })),
  ),
  // A cancelled request has nothing to apply, so it does not wait for the other requests of its app.
  job(
    {
      id: 'bulk-requests/cancel',
      on: 'bulk.cancelled',
      picked_up_by: { cron: 'bulk-requests/requeue-stalled' },
      concurrency: { limit: 2, key: 'event.data.account_id' },
      onFailure: (ctx, { bulk_request_id: id }) => failRemaining(ctx, { id, operations }),
    },
    (ctx, { bulk_request_id: id }, step) => inSlices(step, (budget_ms) => runBulk(ctx, { id, operations, budget_ms })),
  ),
  job(
    {
      id: 'bulk-requests/send-callback',
      on: 'bulk.completed',
      picked_up_by: { cron: 'bulk-requests/requeue-stalled' },
      concurrency: { limit: 4, key: 'event.data.account_id' },
      singleton: {
        mode: 'skip',
        key: 'event.data.bulk_request_id',
        unfinished: (ctx, { bulk_request_id: id }) => isCallbackDue(ctx, { id }),
      },
    },
    async (ctx, { bulk_request_id: id }, step) => {
      for (let attempt = 1; ; attempt++) {
        const next = await step.run(`attempt ${attempt}`, () => sendCallback(ctx, { id, operations }))
        if (!next) return
        await step.sleepUntil(`pause ${attempt}`, next)
      }
    },
  ),
  requeueStalled('bulk-requests', '*/10 * * * *', STALLED_REQUESTS),
  purgeExpired('bulk-requests', '23 4 * * *', EXPIRED_REQUESTS),
]
