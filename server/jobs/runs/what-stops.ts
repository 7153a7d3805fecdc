/** Effects of pausing a job, for jobs that others or creators depend on. Pausing one needs a separate confirmation. */
const WHAT_STOPS: Readonly<Record<string, string>> = {
  'automations/call-apps': 'Automations wait at steps of apps.',
  'automations/evaluate-triggers': 'Subscribers do not enter automations.',
  'automations/match-events': 'Subscribers do not enter automations.',
  'automations/send-emails': 'Emails of automations are not sent.',
  'automations/work': 'Automations stand still for all accounts.',
  'bounces/apply-received':
    'Bounces and complaints are not applied, so emails keep going to addresses that refuse them.',
  'broadcasts/send': 'No broadcast is sent. One that is being sent may stop in the middle until you resume the job.',
  'broadcasts/start-scheduled': 'Scheduled broadcasts start up to a minute late.',
  'forms/send-confirmations': 'New subscribers receive no confirmation email.',
  'forms/send-files': 'New subscribers do not receive the file of the form they used.',
  'jobs/adjust-to-clock':
    'If the clock of the database is set back, work waits until the time it was due by the old clock.',
  'jobs/resend-kept-events': 'Work of jobs that failed or were lost is not tried again.',
  'reputation/check': 'Senders with many bounces or complaints are no longer paused.',
  'sequences/work': 'No email of a sequence is sent.',
  'service-mail/send': 'Password resets, invitations, and other emails of this service are not sent.',
  'transports/recheck': 'A mail server that refused messages is not tried again.',
  'users/email-reset-link': 'No one can reset a password.',
  'webhooks/retry': 'Failed webhook deliveries are not retried.',
}

/** Returns the effect of pausing a job; null when its work can wait. */
export function whatStops(job: string): string | null {
  if (Object.hasOwn(WHAT_STOPS, job)) return WHAT_STOPS[job] ?? null
  if (job.endsWith('/requeue-stalled')) return 'Work whose run was lost is not picked up again.'
  return job.endsWith('/purge-expired') ? 'Expired data is kept, longer than its retention says.' : null
}
