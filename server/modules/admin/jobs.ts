import { EXPIRED_API_USE } from '../../core/instance/api-use.ts'
import { EXPIRED_FIGURES } from '../../core/instance/figures.ts'
import { EXPIRED_CALLS } from '../../core/instance/outbound-calls.ts'
import { cron } from '../../jobs/job.ts'
import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { measureJobs, measureQueue } from '../../jobs/runs/status.ts'
import { endLapsedViews } from './accounts/view.ts'
import { purgeAuditEntries } from './audit/retention.ts'
import { sampleFigures } from './overview/sample.ts'
import { warnOfAlerts } from './overview/warn.ts'

export const adminJobs = [
  cron({ id: 'admin/end-views', schedule: '*/5 * * * *', singleton: { mode: 'skip' } }, ({ now }) =>
    endLapsedViews({ now: now() }),
  ),
  purgeExpired('admin', '41 4 * * *', [purgeAuditEntries, ...EXPIRED_FIGURES, ...EXPIRED_CALLS, ...EXPIRED_API_USE]),
  cron({ id: 'admin/sample-figures', schedule: '*/10 * * * *', singleton: { mode: 'skip' } }, async (ctx) => {
    const now = ctx.now()
    await sampleFigures({ now, queue: await measureQueue() })
    await warnOfAlerts({ now, log: ctx.log, jobs: await measureJobs({ since: new Date(+now - HOUR_MS) }) })
  }),
]

const HOUR_MS = 3_600_000
