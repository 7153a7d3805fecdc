import { z } from 'zod'
import { Id } from '../../core/wire.ts'
import { cron, job } from '../../jobs/job.ts'
import { KEEPING } from '../../jobs/kept-events.ts'
import { dismissApp, welcomeApp } from './app-endpoints.ts'
import { sweepWebhooks } from './upkeep.ts'

const Installed = z.object({ account_id: z.int(), app_id: Id })

export const webhookJobs = [
  job(
    { id: 'webhooks/welcome-app', on: 'app.installed', picked_up_by: { keeping: KEEPING }, data: Installed },
    (ctx, { app_id }, step) => step.run('welcome', () => welcomeApp(ctx, { app_id })),
  ),
  job(
    { id: 'webhooks/dismiss-app', on: 'app.uninstalled', picked_up_by: { keeping: KEEPING }, data: Installed },
    (ctx, { app_id }, step) => step.run('dismiss', () => dismissApp(ctx, { app_id })),
  ),
  cron({ id: 'webhooks/sweep', schedule: '17 * * * *', retries: 2, singleton: { mode: 'skip' } }, ({ now }, step) =>
    step.run('sweep', () => sweepWebhooks({ now: now() })),
  ),
]
