import { inSlots } from '../../jobs/in-slots.ts'
import { cron, HANDED_ON, job } from '../../jobs/job.ts'
import { purgeExpired, requeueStalled, requeueStalledInPass } from '../../jobs/maintenance/maintenance.ts'
import { KEEPING } from '../../jobs/outbox/kept-events.ts'
import { inBatches, inSlices, withinBudget } from '../../jobs/slices.ts'
import { hasCalls, makeCalls } from './apps/calls.ts'
import { pullEvents } from './apps/pulls.ts'
import { sendNotices } from './emails/notices.ts'
import { withdrawMessages } from './emails/pausing.ts'
import { purgeEmails } from './emails/purge-emails.ts'
import { hasMessages, requestSending, requeueSending, sendEmails } from './emails/sending.ts'
import { requestMatching } from './entering/announce.ts'
import { evaluateTriggers, requestEvaluations } from './entering/evaluate.ts'
import { purgeListeners } from './entering/listeners.ts'
import { hasEvents, matchEvents } from './entering/match.ts'
import { purgeTraces } from './inspecting/purge-traces.ts'
import { endRuns } from './publishing/lifecycle.ts'
import { advanceAutomation, hasDue, requestWork } from './running/advance.ts'
import { requeueStalledAutomations } from './running/requeue-stalled.ts'
import { runTask, STALLED_TASKS } from './tasks/task.ts'

/** Work time per step. Finished work is stored with its effects, so a crash loses only time. */
const WORK_MS = 10_000
/** After this many steps the work continues in a new run, which keeps its list of finished steps short. */
const MAX_STEPS = 200
/** The same for sending. Progress is in the ledger. */
const SENDING_MS = 20_000

export const automationJobs = [
  job(
    {
      id: 'automations/match-events',
      on: 'automation.events_noted',
      picked_up_by: { cron: 'automations/requeue-stalled' },
      singleton: { mode: 'skip', key: 'event.data.account_id', unfinished: (ctx) => hasEvents(ctx) },
    },
    async (ctx, _data, step) => {
      for (let slice = 1; slice <= MAX_STEPS; slice++)
        if (!(await step.run(`slice ${slice}`, () => matchEvents(ctx, { work_ms: WORK_MS })))) return
      await step.run('hand on', () => requestMatching(ctx))
      return HANDED_ON
    },
  ),
  job(
    {
      id: 'automations/work',
      on: 'automation.work_requested',
      picked_up_by: { cron: 'automations/requeue-stalled' },
      singleton: {
        mode: 'skip',
        key: 'event.data.automation_id',
        unfinished: (ctx, { automation_id: id }) => hasDue(ctx, { id }),
      },
    },
    async (ctx, { automation_id: id }, step) => {
      for (let round = 1; round <= MAX_STEPS; round++) {
        const done = await step.run(`work ${round}`, () => advanceAutomation(ctx, { id, work_ms: WORK_MS }))
        if (done.state === 'finished') return
        // Another transaction is changing the same subscribers.
        if (done.state === 'wait') await step.sleep(`others ${round}`, done.wait_ms)
      }
      await step.run('hand on', () => requestWork(ctx, { id }))
      return HANDED_ON
    },
  ),
  job(
    {
      id: 'automations/evaluate-triggers',
      on: 'automation.evaluation_requested',
      picked_up_by: { cron: 'automations/request-evaluations' },
      // The next tick evaluates automations that started later.
      singleton: { mode: 'skip', key: 'event.data.account_id', unfinished: async () => false },
    },
    (ctx, _data, step) => inSlices(step, (work_ms) => evaluateTriggers(ctx, { work_ms })),
  ),
  cron(
    { id: 'automations/request-evaluations', schedule: '*/5 * * * *', singleton: { mode: 'skip' } },
    (_services, step) => inBatches<number>(step, 0, (after) => requestEvaluations({ after })),
  ),
  // Waits end on full minutes.
  requeueStalledInPass('automations', '* * * * *', {
    first: { account_id: 0, id: 0 },
    requeue: requeueStalledAutomations,
  }),
  job(
    {
      id: 'automations/send-emails',
      on: 'automation.emails_queued',
      picked_up_by: { cron: 'automations/requeue-emails' },
      singleton: {
        mode: 'skip',
        key: 'event.data.automation_id',
        unfinished: (ctx, { automation_id: id }) => hasMessages(ctx, { id }),
      },
      retries: 5,
    },
    (ctx, { automation_id: id }, step) =>
      inSlots(step, {
        event: 'automation.emails_queued',
        key: 'automation_id',
        work: () => sendEmails(ctx, { id, work_ms: SENDING_MS }),
        request: () => requestSending(ctx, { id }),
      }),
  ),
  cron({ id: 'automations/requeue-emails', schedule: '* * * * *', singleton: { mode: 'skip' } }, (_services, step) =>
    inBatches(step, { account_id: 0, id: 0 }, (after) => requeueSending({ after })),
  ),
  job(
    {
      id: 'automations/make-calls',
      on: 'automation.calls_queued',
      picked_up_by: { cron: 'automations/call-apps' },
      singleton: {
        mode: 'skip',
        key: 'event.data.automation_id',
        unfinished: (ctx, { automation_id: id }) => hasCalls(ctx, { id }),
      },
    },
    (ctx, { automation_id }, step) =>
      inSlices(step, (budget_ms) =>
        makeCalls({ now: ctx.now, budget_ms, of: { account_id: ctx.account_id, automation_id } }),
      ),
  ),
  cron({ id: 'automations/call-apps', schedule: '* * * * *', singleton: { mode: 'skip' } }, ({ now }, step) =>
    inSlices(step, (budget_ms) => makeCalls({ now, budget_ms })),
  ),
  // Every node is pulled every five minutes.
  cron({ id: 'automations/pull-events', schedule: '* * * * *', singleton: { mode: 'skip' } }, ({ now }, step) =>
    inSlices(step, (budget_ms) => pullEvents({ now, budget_ms })),
  ),
  cron({ id: 'automations/send-notices', schedule: '* * * * *', singleton: { mode: 'skip' } }, ({ now }, step) =>
    inBatches(step, { account_id: 0, automation_id: 0, user_id: 0 }, (after) => sendNotices({ now: now(), after })),
  ),
  job(
    {
      id: 'automations/run-task',
      on: 'automation.task_requested',
      picked_up_by: { cron: 'automation-tasks/requeue-stalled' },
    },
    (ctx, { automation_task_id: id }, step) => withinBudget(step, (budget) => runTask(ctx, { id, budget })),
  ),
  job(
    { id: 'automations/end-runs', on: 'automation.cleanup_requested', picked_up_by: { keeping: KEEPING } },
    async (ctx, { automation_id: id }, step) => {
      await withinBudget(step, (budget) => endRuns(ctx, { id, budget }))
      await inSlices(step, (work_ms) => withdrawMessages(ctx, { automation_id: id, work_ms }))
    },
  ),
  cron({ id: 'automations/purge-listeners', schedule: '23 * * * *', singleton: { mode: 'skip' } }, (_services, step) =>
    inBatches(step, { account_id: 0, id: 0 }, (after) => purgeListeners({ after })),
  ),
  requeueStalled('automation-tasks', '*/5 * * * *', STALLED_TASKS),
  purgeExpired('automation-tasks', '41 4 * * *', [
    { table: 'automation_task', where: `kind = 'dry_run' and ended_at < $1`, kept_days: 7 },
    { table: 'automation_task', where: 'ended_at < $1', kept_days: 90 },
    { table: 'automation_app_event', where: 'at < $1', kept_days: 30 },
    // No member retried: the subscribers stay held, and a later request gets a new key.
    { table: 'automation_call', where: `state = 'stopped' and created_at < $1`, kept_days: 90 },
    purgeTraces,
    purgeEmails,
  ]),
]
