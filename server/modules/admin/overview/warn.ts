import { statfs } from 'node:fs/promises'
import { sumsOfLastHour } from '../../../core/instance/figures.ts'
import type { Logger } from '../../../core/log.ts'
import { env } from '../../../env.ts'
import { engagementLagSeconds } from '../../subscribers/engagement/engagement.ts'

/** The limits of the alert rules in examples/deploy/monitoring/alerts.yml. */
const LIMITS = {
  free_bytes: 5e9,
  engagement_seconds: 900,
  wait_seconds: 300,
  failed: { count: 20, share: 0.1 },
  bounced: { count: 20, share: 0.05 },
  complained: { count: 5, share: 0.003 },
}

interface WarnInput {
  now: Date
  log: Logger
  /** Null if the jobs run on Inngest. */
  queue: { wait_seconds: number } | null
}

/** Logs a warning for each figure at which an alert fires, for an instance that no Prometheus watches. */
export async function warnOfFigures({ now, log, queue }: WarnInput): Promise<void> {
  const [sums, engagement_seconds] = await Promise.all([sumsOfLastHour(now), engagementLagSeconds()])
  const sent = sums.messages_sent
  for (const result of ['failed', 'bounced', 'complained'] as const) {
    const count = sums[`messages_${result}`]
    const { count: limit, share } = LIMITS[result]
    if (count > limit && count > share * sent)
      log.warn({ result, count, sent }, 'many messages of the last hour had this result')
  }
  if (engagement_seconds > LIMITS.engagement_seconds)
    log.warn({ seconds: engagement_seconds }, 'filters by opens and clicks are behind')
  if (queue && queue.wait_seconds > LIMITS.wait_seconds)
    log.warn({ seconds: Math.round(queue.wait_seconds) }, 'jobs wait for a worker')
  const { DATA_DIR, BACKUP_DIR } = env()
  for (const [setting, dir] of Object.entries({ DATA_DIR, BACKUP_DIR })) {
    const disk = dir === undefined ? null : await statfs(dir).catch(() => null)
    const free_bytes = disk ? disk.bavail * disk.bsize : LIMITS.free_bytes
    if (free_bytes < LIMITS.free_bytes) log.warn({ setting, free_bytes }, 'a disk is nearly full')
  }
}
