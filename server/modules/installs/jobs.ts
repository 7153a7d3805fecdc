import { cron, job } from '../../jobs/job.ts'
import { KEEPING } from '../../jobs/outbox/kept-events.ts'
import { removeEndedTests } from './test-installs.ts'
import { forgetTokens, notifyUninstall, UNINSTALL_URLS } from './uninstall/uninstall-notice.ts'

/** Deletes the app's tokens even if the app cannot be notified. */
const notify = job(
  {
    id: 'installs/notify-uninstall',
    on: 'app.uninstalled',
    picked_up_by: { keeping: KEEPING },
    retries: 3,
  },
  async (ctx, left, step) => {
    for (const to of UNINSTALL_URLS)
      await step.run(`notify-${to}`, () => notifyUninstall(ctx, { ...left, to })).catch(() => undefined)
    await step.run('delete tokens', () => forgetTokens(ctx, left))
  },
)

export const installsJobs = [
  notify,
  cron({ id: 'installs/remove-ended-tests', schedule: '* * * * *', singleton: { mode: 'skip' } }, ({ now }) =>
    removeEndedTests({ now: now() }),
  ),
]
