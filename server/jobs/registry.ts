import { accountJobs } from '../modules/accounts/jobs.ts'
import { adminJobs } from '../modules/admin/jobs.ts'
import { analyticsJobs } from '../modules/analytics/jobs.ts'
import { approvalJobs } from '../modules/approvals/jobs.ts'
import { appsJobs } from '../modules/apps/jobs.ts'
import { automationTemplateJobs } from '../modules/automation-templates/jobs.ts'
import { announceEvents } from '../modules/automations/entering/announce.ts'
import { automationJobs } from '../modules/automations/jobs.ts'
import { backupJobs } from '../modules/backups/jobs.ts'
import { billingJobs } from '../modules/billing/jobs.ts'
import { bounceJobs } from '../modules/bounces/jobs.ts'
import { broadcastJobs } from '../modules/broadcasts/jobs.ts'
import { bulkActionJobs } from '../modules/bulk-actions/jobs.ts'
import { bulkRequestJobs } from '../modules/bulk-requests/jobs.ts'
import { deletedRecordJobs } from '../modules/deleted-records/jobs.ts'
import { deletionJobs } from '../modules/deletion/jobs.ts'
import { deliveryJobs } from '../modules/delivery/jobs.ts'
import { exportJobs } from '../modules/exports/jobs.ts'
import { formJobs } from '../modules/forms/jobs.ts'
import { importJobs } from '../modules/imports/jobs.ts'
import { installsJobs } from '../modules/installs/jobs.ts'
import { mediaJobs } from '../modules/media/jobs.ts'
import { notificationJobs } from '../modules/notifications/jobs.ts'
import { oauthJobs } from '../modules/oauth/jobs.ts'
import { pluginJobs } from '../modules/plugins/jobs.ts'
import { postsJobs } from '../modules/posts/jobs.ts'
import { preferencesJobs } from '../modules/preferences/jobs.ts'
import { privacyJobs } from '../modules/privacy/jobs.ts'
import { proxyJobs } from '../modules/proxies/jobs.ts'
import { purchaseJobs } from '../modules/purchases/jobs.ts'
import { reputationJobs } from '../modules/reputation/jobs.ts'
import { secondFactorsJobs } from '../modules/second-factors/jobs.ts'
import { securityEventJobs } from '../modules/security-events/jobs.ts'
import { segmentJobs } from '../modules/segments/jobs.ts'
import { sendingDomainJobs } from '../modules/sending-domains/jobs.ts'
import { sequenceJobs } from '../modules/sequences/jobs.ts'
import { serviceMailJobs } from '../modules/service-mail/jobs.ts'
import { siteJobs } from '../modules/sites/jobs.ts'
import { subscriberJobs } from '../modules/subscribers/jobs.ts'
import { tagMergeJobs } from '../modules/tag-merges/jobs.ts'
import { transportsJobs } from '../modules/transports/jobs.ts'
import { usersJobs } from '../modules/users/jobs.ts'
import { webhookJobs } from '../modules/webhooks/jobs.ts'
import { restJobs } from '../rest/jobs.ts'
import { bulkOperations } from '../rest/registry.ts'
import { cron, type JobDefinition } from './job.ts'
import { purgeExpired } from './maintenance/maintenance.ts'
import { adjustToClock } from './maintenance/set-back.ts'
import { resendKeptEvents } from './outbox/kept-events.ts'
import { listPaused } from './runs/pausing.ts'
import { EXPIRED_RUN_RECORDS } from './runs/run-records.ts'
import { withinBudget } from './slices.ts'

/** Finds work whose writers request no job. Called about once a second, or every two seconds when idle. */
export const findWork = (): Promise<void> => announceEvents()

/** Every background job of the product. Each module with jobs adds its list here. */
export const jobs: JobDefinition[] = [
  cron({ id: 'jobs/adjust-to-clock', schedule: '* * * * *', singleton: { mode: 'skip' } }, ({ pool, log }, step) =>
    withinBudget(step, (budget) => adjustToClock({ pool, log, budget })),
  ),
  cron({ id: 'jobs/resend-kept-events', schedule: '*/5 * * * *' }, async ({ pool, now, log }) =>
    resendKeptEvents({ pool, now: now(), log, paused: (await listPaused()).map(({ job }) => job) }),
  ),
  purgeExpired('jobs', '43 * * * *', EXPIRED_RUN_RECORDS),
  ...accountJobs,
  ...automationTemplateJobs,
  ...sendingDomainJobs,
  ...siteJobs,
  ...reputationJobs,
  ...analyticsJobs,
  ...appsJobs,
  ...automationJobs,
  ...billingJobs,
  ...bounceJobs,
  ...broadcastJobs,
  ...bulkActionJobs,
  ...bulkRequestJobs(bulkOperations),
  ...transportsJobs,
  ...deliveryJobs,
  ...deletedRecordJobs,
  ...deletionJobs,
  ...exportJobs,
  ...formJobs,
  ...importJobs,
  ...installsJobs,
  ...mediaJobs,
  ...oauthJobs,
  ...usersJobs,
  ...pluginJobs,
  ...postsJobs,
  ...privacyJobs,
  ...preferencesJobs,
  ...backupJobs,
  ...proxyJobs,
  ...purchaseJobs,
  ...restJobs,
  ...secondFactorsJobs,
  ...securityEventJobs,
  ...notificationJobs,
  ...approvalJobs,
  ...tagMergeJobs,
  ...adminJobs,
  ...segmentJobs,
  ...sequenceJobs,
  ...serviceMailJobs,
  ...subscriberJobs,
  ...webhookJobs,
]
