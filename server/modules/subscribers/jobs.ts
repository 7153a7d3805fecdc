import { eventSchema } from '../../core/events/events.ts'
import { batchJob, cron, job } from '../../jobs/job.ts'
import { purgeExpired, requeueStalledInPass } from '../../jobs/maintenance/maintenance.ts'
import { KEEPING } from '../../jobs/outbox/kept-events.ts'
import { notBefore } from '../../jobs/pause.ts'
import { inBatches, inPass, withinBudget } from '../../jobs/slices.ts'
import { purgeChanges } from './changes/purge.ts'
import { expireEngagement } from './engagement/engagement.ts'
import { applyQueuedFields, eraseSlot, requeueStalledFields } from './fields/queued-fields.ts'
import { writeSearchTexts } from './list/search.ts'
import { FIRST, rewriteNext } from './spellings/rewrite.ts'
import { countDueActive } from './state/active-counts.ts'

export const subscriberJobs = [
  batchJob(
    {
      id: 'subscribers/apply-queued-fields',
      on: 'subscriber.fields_queued',
      data: eventSchema('subscriber.fields_queued'),
      picked_up_by: { cron: 'subscribers/requeue-stalled' },
      batch: { maxSize: 100, timeout: '1s' },
    },
    (ctx, events) => applyQueuedFields(ctx, { ids: events.map(({ subscriber_id }) => subscriber_id) }),
  ),
  job(
    {
      id: 'subscribers/erase-custom-field',
      on: 'custom_field.retired',
      picked_up_by: { keeping: KEEPING },
    },
    async (ctx, { slot, not_before }, step) => {
      await notBefore(step, not_before)
      await inPass<number>(step, 0, (after, budget_ms) => eraseSlot(ctx, { slot, after, budget_ms }))
    },
  ),
  requeueStalledInPass('subscribers', '*/10 * * * *', {
    first: { account_id: 0, id: 0 },
    requeue: requeueStalledFields,
  }),
  cron({ id: 'subscribers/count-active', schedule: '* * * * *', singleton: { mode: 'skip' } }, ({ now }, step) =>
    withinBudget(step, (budget) => countDueActive({ now, budget })),
  ),
  purgeExpired('subscribers', '* * * * *', [expireEngagement]),
  purgeExpired('subscriber-changes', '47 4 * * *', [purgeChanges]),
  // Few rows, found by an index: addresses stored before normalization.
  cron({ id: 'subscribers/rewrite-spellings', schedule: '*/15 * * * *', singleton: { mode: 'skip' } }, (_, step) =>
    inBatches(step, FIRST, async (after) => (await rewriteNext(after)).last),
  ),
  cron({ id: 'subscribers/write-search-texts', schedule: '* * * * *', singleton: { mode: 'skip' } }, (_, step) =>
    withinBudget(step, (budget) => writeSearchTexts({ budget })),
  ),
]
