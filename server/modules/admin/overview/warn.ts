import { statfs } from 'node:fs/promises'
import { serviceCtx } from '../../../core/context.ts'
import { certificatesOf, KnownExpiries } from '../../../core/instance/certificates.ts'
import { sumsOfLastHour } from '../../../core/instance/figures.ts'
import type { Logger } from '../../../core/log.ts'
import { env } from '../../../env.ts'
import { wholeOf } from '../../../lib/text/rates.ts'
import { lastScheduled, OVERDUE_MS } from '../../backups/service.ts'
import { engagementLagSeconds } from '../../subscribers/engagement/engagement.ts'

/** The limits of the alert rules in examples/deploy/monitoring/alerts.yml. @internal */
export const LIMITS = {
  free_bytes: 5e9,
  engagement_seconds: 900,
  wait_seconds: 300,
  failed_runs: 10,
  certificate_days: 14,
  faults: 0.01,
  failed: { count: 20, share: 0.1 },
  bounced: { count: 20, share: 0.05 },
  complained: { count: 5, share: 0.003 },
}

const DAY_MS = 86_400_000

interface WarnInput {
  now: Date
  log: Logger
  jobs: { wait_seconds: number; failed_runs: number } | null
  /** Undefined if daily backups are off, null if none has succeeded. */
  backed_up_at: Date | null | undefined
  /** Expiry dates by host name or file. */
  certificates: ReadonlyMap<string, Date>
}

const certificates = new KnownExpiries()

/** Reads the figures of the alerts and logs each alert that would fire. */
export async function warnOfAlerts({ now, log, jobs }: Pick<WarnInput, 'now' | 'log' | 'jobs'>): Promise<void> {
  await warnOfFigures({
    now,
    log,
    jobs,
    backed_up_at: await lastScheduled(serviceCtx()),
    // Warnings begin two weeks before expiry, so checking once an hour is enough.
    certificates: now.getUTCMinutes() < 10 ? await certificates.read(certificatesOf(env())) : new Map(),
  })
}

/**
 * Logs a warning for each figure that triggers an alert, for an instance without Prometheus. Alerts about one process are in
 * warn-process.ts. A mail server that refuses messages and delayed search texts are logged where they are detected.
 */
export async function warnOfFigures({ now, log, jobs, backed_up_at, certificates }: WarnInput): Promise<void> {
  const [sums, engagement_seconds] = await Promise.all([sumsOfLastHour(now), engagementLagSeconds()])
  const { messages_sent: sent_count, messages_failed: failed_count } = sums
  // The bounce rate is relative to attempted messages, every other rate to accepted messages.
  const tried = wholeOf('bounce_rate', { sent: sent_count, failed: failed_count })
  for (const result of ['failed', 'bounced', 'complained'] as const) {
    const count = sums[`messages_${result}`]
    const { count: limit, share } = LIMITS[result]
    const whole = result === 'bounced' ? tried : sent_count
    if (count > limit && count > share * whole)
      log.warn(
        { result, count, sent: sent_count, failed: failed_count },
        'many messages of the last hour had this result',
      )
  }
  if (engagement_seconds > LIMITS.engagement_seconds)
    log.warn({ seconds: engagement_seconds }, 'filters by opens and clicks are behind')
  const { api_requests: requests, api_faults: faults } = sums
  if (faults > LIMITS.faults * requests) log.warn({ faults, requests }, 'many API requests of the last hour failed')
  if (jobs && jobs.wait_seconds > LIMITS.wait_seconds)
    log.warn({ seconds: Math.round(jobs.wait_seconds) }, 'jobs wait for a worker')
  if (jobs && jobs.failed_runs > LIMITS.failed_runs)
    log.warn({ runs: jobs.failed_runs }, 'many runs of jobs of the last hour have failed')
  if (backed_up_at !== undefined && +now - +(backed_up_at ?? 0) > OVERDUE_MS)
    log.warn({ last: backed_up_at }, 'the last backup is too old')
  for (const [name, at] of certificates)
    if (+at - +now < LIMITS.certificate_days * DAY_MS) log.warn({ name, expires: at }, 'a certificate expires soon')
  const { DATA_DIR, BACKUP_DIR } = env()
  for (const [setting, dir] of Object.entries({ DATA_DIR, BACKUP_DIR })) {
    const disk = dir === undefined ? null : await statfs(dir).catch(() => null)
    const free_bytes = disk ? disk.bavail * disk.bsize : LIMITS.free_bytes
    if (free_bytes < LIMITS.free_bytes) log.warn({ setting, free_bytes }, 'a disk is nearly full')
  }
}
