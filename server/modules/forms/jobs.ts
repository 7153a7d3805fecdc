import type { Ctx } from '../../core/context.ts'
import { cron, job } from '../../jobs/job.ts'
import { purgeExpired, requeueStalledInPass } from '../../jobs/maintenance/maintenance.ts'
import { inPass, withinBudget } from '../../jobs/slices.ts'
import { CONFIRMATION_EMAIL } from './emails/confirmation-email.ts'
import { FILE_EMAIL } from './emails/file-email.ts'
import { type EmailKind, sendDueEmails, sendStalledEmails } from './emails/send-due.ts'
import { deleteUnusedFormFiles } from './files/service.ts'
import { EXPIRED_FORM_COUNTS } from './results/count.ts'

/** Work time per step. Progress is stored in the rows, so a crash loses only time. */
const WORK_MS = 20_000
const MAX_STEPS = 200

interface Step {
  run: (name: string, work: () => Promise<'finished' | 'more'>) => Promise<unknown>
}

async function sendAll(ctx: Ctx, step: Step, kind: EmailKind): Promise<void> {
  for (let round = 1; round <= MAX_STEPS; round++) {
    const state = await step.run(`send ${round}`, () => sendDueEmails(ctx, kind, { work_ms: WORK_MS }))
    if (state === 'finished') return
  }
}

export const formJobs = [
  job(
    {
      id: 'forms/send-confirmations',
      on: 'form.confirmations_requested',
      picked_up_by: { cron: 'forms/requeue-stalled' },
      concurrency: { limit: 1, key: 'event.data.account_id' },
      retries: 5,
    },
    (ctx, _, step) => sendAll(ctx, step, CONFIRMATION_EMAIL),
  ),
  job(
    {
      id: 'forms/send-files',
      on: 'form.file_emails_requested',
      picked_up_by: { cron: 'forms/send-stalled-files' },
      concurrency: { limit: 1, key: 'event.data.account_id' },
      retries: 5,
    },
    (ctx, _, step) => sendAll(ctx, step, FILE_EMAIL),
  ),
  requeueStalledInPass<number>('forms', '*/5 * * * *', {
    first: -1,
    requeue: (input) => sendStalledEmails(CONFIRMATION_EMAIL, input),
  }),
  cron({ id: 'forms/send-stalled-files', schedule: '3-58/5 * * * *', singleton: { mode: 'skip' } }, ({ now }, step) =>
    inPass<number>(step, -1, (after, budget_ms) => sendStalledEmails(FILE_EMAIL, { now: now(), after, budget_ms })),
  ),
  cron({ id: 'forms/remove-files', schedule: '*/10 * * * *', singleton: { mode: 'skip' } }, ({ now }, step) =>
    withinBudget(step, (budget) => deleteUnusedFormFiles({ now: now(), budget })),
  ),
  purgeExpired('forms', '17 4 * * *', EXPIRED_FORM_COUNTS),
]
