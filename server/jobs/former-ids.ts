/**
 * Maps former ids of jobs to their current ones. Open runs and kept events refer to jobs by id, so without this map they would wait for a
 * job that no longer exists. The embedded engine runs them as the current job, and `forgetEvent` finds their events. An entry can be
 * removed one version later. Steps with unchanged names keep their results. On Inngest such a run fails, and its work is picked up like a
 * lost run (`picked_up_by`).
 */
export const FORMER_IDS: Readonly<Record<string, string>> = {
  'accounts/purge-expired-sign-ups': 'accounts/purge-expired',
  'accounts/sweep-invitations': 'accounts/purge-expired',
  'broadcasts/look-after': 'broadcasts/requeue-stalled',
  'delivery/sweep-caught-mail': 'delivery/purge-expired',
  'exports/look-after': 'exports/requeue-stalled',
  'exports/sweep': 'exports/purge-expired',
  'forms/look-after-confirmations': 'forms/requeue-stalled',
  'imports/look-after': 'imports/requeue-stalled',
  'imports/tidy': 'imports/purge-expired',
  'installs/leave': 'installs/notify-uninstall',
  'jobs/follow-set-back': 'jobs/adjust-to-clock',
  'jobs/sweep-runs': 'jobs/purge-expired',
  'oauth/sweep': 'oauth/purge-expired',
  'people/mail-reset-link': 'users/email-reset-link',
  'people/renew-mailed-link': 'users/renew-emailed-link',
  'people/sweep-sign-in': 'users/purge-expired',
  'privacy/clear-files': 'privacy/delete-file-contents',
  'proxies/forget': 'proxies/purge-expired',
  'rest/apply-bulk': 'bulk-requests/apply',
  'rest/leave-bulk': 'bulk-requests/cancel',
  'rest/look-after-bulk': 'bulk-requests/requeue-stalled',
  'rest/send-bulk-callback': 'bulk-requests/send-callback',
  'rest/sweep-bulk': 'bulk-requests/purge-expired',
  'rest/sweep-idempotency-keys': 'rest/purge-expired',
  'security-events/sweep': 'security-events/purge-expired',
  'sequences/clean-up': 'sequences/delete-enrollments',
  'sequences/look-after': 'sequences/requeue-stalled',
  'service-mail/sweep': 'service-mail/purge-expired',
  'subscribers/expire-engagement': 'subscribers/purge-expired',
  'subscribers/look-after-queued-fields': 'subscribers/requeue-stalled',
  'webhooks/dismiss-app': 'webhooks/disable-app-endpoints',
  'webhooks/requeue-retries': 'webhooks/requeue-stalled',
  'webhooks/sweep': 'webhooks/purge-expired',
  'webhooks/welcome-app': 'webhooks/register-app-endpoints',
}

/** Returns the ids that the job had in former versions. */
export const formerIdsOf = (id: string): string[] =>
  Object.keys(FORMER_IDS).filter((former) => FORMER_IDS[former] === id)
