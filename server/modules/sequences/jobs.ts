import { inSlots } from '../../jobs/in-slots.ts'
import { job } from '../../jobs/job.ts'
import { purgeExpired, requeueStalledInPass } from '../../jobs/maintenance/maintenance.ts'
import { KEEPING } from '../../jobs/outbox/kept-events.ts'
import { inPass, withinBudget } from '../../jobs/slices.ts'
import { applyChange } from './changes/apply.ts'
import { STALLED_CHANGES } from './changes/requeue-stalled.ts'
import { discardForgotten } from './compose/untouched.ts'
import { followUpSignUps, resumeSubscribers } from './enrolling/enrolling.ts'
import { cleanUpSequence, replanSequence, requeueStalledSequences } from './sending/requeue-stalled.ts'
import { hasWork, requestWork, workSequence } from './sending/sending.ts'

/** Work time per step. The ledger stores progress, so a crash loses only time. */
const WORK_MS = 20_000

export const sequenceJobs = [
  job(
    {
      id: 'sequences/work',
      on: 'sequence.work_requested',
      picked_up_by: { cron: 'sequences/requeue-stalled' },
      singleton: {
        mode: 'skip',
        key: 'event.data.sequence_id',
        unfinished: (ctx, { sequence_id: id }) => hasWork(ctx, { id }),
      },
      retries: 5,
    },
    (ctx, { sequence_id: id }, step) =>
      inSlots(step, {
        event: 'sequence.work_requested',
        key: 'sequence_id',
        work: () => workSequence(ctx, { id, work_ms: WORK_MS }),
        request: () => requestWork(ctx, { id }),
      }),
  ),
  job(
    { id: 'sequences/replan', on: 'sequence.changed', picked_up_by: { keeping: KEEPING } },
    (ctx, { sequence_id: id }, step) =>
      inPass<number>(step, 0, (after, budget_ms) => replanSequence(ctx, { id, after, budget_ms })),
  ),
  job(
    {
      id: 'sequences/delete-enrollments',
      on: 'sequence.cleanup_requested',
      picked_up_by: { keeping: KEEPING },
    },
    (ctx, { sequence_id: id }, step) => withinBudget(step, (budget) => cleanUpSequence(ctx, { id, budget })),
  ),
  job(
    {
      id: 'sequences/resume-subscribers',
      on: 'subscriber.became_mailable',
      picked_up_by: { keeping: KEEPING },
    },
    async (ctx, { subscriber_ids }, step) => {
      await step.run('resume', () => resumeSubscribers(ctx, { subscriber_ids }))
      await step.run('follow up', () => followUpSignUps(ctx, { subscriber_ids }))
    },
  ),
  job(
    {
      id: 'sequences/follow-up-sign-ups',
      on: 'form.follow_ups_requested',
      picked_up_by: { keeping: KEEPING },
    },
    (ctx, { subscriber_ids }, step) => step.run('follow up', () => followUpSignUps(ctx, { subscriber_ids })),
  ),
  job(
    {
      id: 'sequences/apply-change',
      on: 'sequence.change_requested',
      picked_up_by: { cron: 'sequences/requeue-stalled' },
    },
    (ctx, { sequence_change_id: id }, step) => withinBudget(step, (budget) => applyChange(ctx, { id, budget })),
  ),
  purgeExpired('sequences', '29 4 * * *', [
    { table: 'sequence_change', where: 'ended_at < $1', kept_days: 90 },
    discardForgotten,
  ]),
  // Emails become due at the sequence's hour, or on a quarter of an hour.
  requeueStalledInPass('sequences', '* * * * *', {
    first: { account_id: 0, id: 0 },
    requeue: requeueStalledSequences,
    rows: STALLED_CHANGES,
  }),
]
