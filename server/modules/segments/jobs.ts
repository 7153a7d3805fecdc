import { cron } from '../../jobs/job.ts'
import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { inBatches } from '../../jobs/slices.ts'
import { countNextSize, EXPIRED_SIZES, type SegmentPosition } from './sizes.ts'

export const segmentJobs = [
  // Every hour, because days start at different times in different time zones.
  cron({ id: 'segments/count-sizes', schedule: '7 * * * *', singleton: { mode: 'skip' } }, ({ now }, step) =>
    inBatches<SegmentPosition>(step, { account_id: 0, id: 0 }, (after) => countNextSize({ after, now: now() })),
  ),
  purgeExpired('segments', '57 4 * * *', EXPIRED_SIZES),
]
