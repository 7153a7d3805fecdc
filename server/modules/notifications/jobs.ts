import { cron } from '../../jobs/job.ts'
import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { inBatches } from '../../jobs/slices.ts'
import { type MemberKey, sendDigests } from './digest.ts'
import { EXPIRED_NOTIFICATIONS } from './service.ts'

export const notificationJobs = [
  cron({ id: 'notifications/send-digests', schedule: '*/15 * * * *', singleton: { mode: 'skip' } }, ({ now }, step) =>
    inBatches<MemberKey>(step, { account_id: 0, user_id: 0 }, (after) => sendDigests({ now: now(), after })),
  ),
  purgeExpired('notifications', '31 4 * * *', EXPIRED_NOTIFICATIONS),
]
