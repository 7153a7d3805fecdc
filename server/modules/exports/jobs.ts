import { job } from '../../jobs/job.ts'
import { purgeExpired, requeueStalled } from '../../jobs/maintenance/maintenance.ts'
import { EXPIRED_EXPORTS } from './maintenance/purge-expired.ts'
import { STALLED_EXPORTS } from './maintenance/requeue-stalled.ts'
import { failExport } from './run.ts'
import { workOnExport } from './work-on-export.ts'

const makeExport = job(
  {
    id: 'exports/make',
    on: 'export.requested',
    picked_up_by: { cron: 'exports/requeue-stalled' },
    // Keeps a long export from blocking other accounts or using all connections.
    concurrency: [{ limit: 1, key: 'event.data.account_id' }, { limit: 3 }],
    onFailure: (ctx, { export_id }) =>
      failExport(ctx, { id: export_id, error: 'Something went wrong on our side. Request the export again.' }),
  },
  async (ctx, { export_id }, step) => {
    for (let round = 1; ; round++) {
      const state = await step.run(round === 1 ? 'make' : `make ${round}`, () => workOnExport(ctx, { id: export_id }))
      if (state === 'ended') return
      await step.sleep(`wait ${round}`, Math.min(60_000, round * 2_000))
    }
  },
)

export const exportJobs = [
  makeExport,
  requeueStalled('exports', '*/10 * * * *', STALLED_EXPORTS),
  purgeExpired('exports', '17 * * * *', EXPIRED_EXPORTS),
]
