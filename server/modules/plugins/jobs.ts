import { job } from '../../jobs/job.ts'
import { KEEPING } from '../../jobs/outbox/kept-events.ts'
import { notifyDownload } from './media.ts'

export const pluginJobs = [
  job(
    {
      id: 'plugins/notify-download',
      on: 'plugin.media_placed',
      picked_up_by: { keeping: KEEPING },
      concurrency: { limit: 2, key: 'event.data.account_id' },
      retries: 2,
    },
    (ctx, { plugin_id, url }, step) => step.run('notify', () => notifyDownload(ctx, { plugin_id, url })),
  ),
]
