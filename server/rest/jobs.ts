import { z } from 'zod'
import { cron, job, type Step } from '../jobs/job.ts'
import { inSlices, withinBudget } from '../jobs/slices.ts'
import { isCallbackDue, sendCallback } from '../modules/bulk-requests/callback.ts'
import { purgeExpiredBulk, requeueStalledBulk } from '../modules/bulk-requests/maintenance.ts'
import { isBulkOpen, leaveBulk, runBulk, unblockBulk } from '../modules/bulk-requests/run/run.ts'
import { purgeExpiredIdempotencyKeys } from './idempotency.ts'

const BulkEvent = z.object({ account_id: z.int(), bulk_request_id: z.int() })
const BulkRequested = BulkEvent.extend({ queue: z.string() })

export const restJobs = [
  cron({ id: 'rest/sweep-idempotency-keys', schedule: '41 * * * *' }, ({ now }, step) =>
    withinBudget(step, (budget) => purgeExpiredIdempotencyKeys({ now: now(), budget })),
  ),
  job(
    {
      id: 'rest/apply-bulk',
      on: 'bulk.requested',
      picked_up_by: { cron: 'rest/look-after-bulk' },
      data: BulkRequested,
      // An app's requests go one after the other; two apps of an account at the same time.
      concurrency: [
        { limit: 2, key: 'event.data.account_id' },
        { limit: 1, key: 'event.data.queue' },
      ],
      singleton: {
        mode: 'skip',
        key: 'event.data.bulk_request_id',
        unfinished: (ctx, { bulk_request_id: id }) => isBulkOpen(ctx, { id }),
      },
      onFailure: (ctx, { bulk_request_id: id, queue }) => unblockBulk(ctx, { id, queue }),
    },
    applyInTurns,
  ),
  // What is not to be applied any more need not wait for its turn.
  job(
    {
      id: 'rest/leave-bulk',
      on: 'bulk.cancelled',
      picked_up_by: { cron: 'rest/look-after-bulk' },
      data: BulkEvent,
      concurrency: { limit: 2, key: 'event.data.account_id' },
      onFailure: (ctx, { bulk_request_id: id }) => leaveBulk(ctx, { id }),
    },
    applyInTurns,
  ),
  job(
    {
      id: 'rest/send-bulk-callback',
      on: 'bulk.completed',
      picked_up_by: { cron: 'rest/look-after-bulk' },
      data: BulkEvent,
      concurrency: { limit: 4, key: 'event.data.account_id' },
      singleton: {
        mode: 'skip',
        key: 'event.data.bulk_request_id',
        unfinished: (ctx, { bulk_request_id: id }) => isCallbackDue(ctx, { id }),
      },
    },
    async (ctx, { bulk_request_id: id }, step) => {
      for (let attempt = 1; ; attempt++) {
        const next = await step.run(`attempt ${attempt}`, () => sendCallback(ctx, { id }))
        if (!next) return
        await step.sleepUntil(`pause ${attempt}`, next)
      }
    },
  ),
  // What a lost run has left: the rows know what is to be done.
  cron({ id: 'rest/look-after-bulk', schedule: '*/10 * * * *' }, ({ now }) => requeueStalledBulk({ now: now() })),
  cron({ id: 'rest/sweep-bulk', schedule: '23 4 * * *' }, ({ now }, step) =>
    withinBudget(step, (budget) => purgeExpiredBulk({ now: now(), budget })),
  ),
]

async function applyInTurns(
  ctx: Parameters<typeof runBulk>[0],
  { bulk_request_id: id }: z.output<typeof BulkEvent>,
  step: Step,
): Promise<void> {
  await inSlices(step, (budget_ms) => runBulk(ctx, { id, budget_ms }))
}
