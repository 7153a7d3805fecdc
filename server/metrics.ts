import { statfs } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import { clock } from './core/clock.ts'
import { serviceCtx } from './core/context.ts'
import { certificatesOf, KnownExpiries } from './core/instance/certificates.ts'
import { sumsOfLastHour } from './core/instance/figures.ts'
import { database } from './db/client.ts'
import { SERVICE_ACCOUNT } from './db/scope.ts'
import { env } from './env.ts'
import { countRuns, oldestWaitSeconds } from './jobs/runs/status.ts'
import { lastScheduled } from './modules/backups/service.ts'
import { engagementLagSeconds } from './modules/subscribers/engagement/engagement.ts'
import { type KnownCircuit, listCircuits } from './modules/transports/service.ts'

const HOUR_MS = 3_600_000
/** Cache time of values. Several servers may scrape at the same time, and each every few seconds. */
const FRESH_MS = 10_000
/** Time limit of the database. If it does not respond, its values are omitted, and the other metrics are returned. */
const PATIENCE_MS = 2_000

interface Observed {
  version: string
  data_dir: string
}

/** Adds metrics about the whole instance and about the database connections of this process. */
export function observeInstance(registry: Registry, { version, data_dir }: Observed): void {
  const gauge = (name: string, help: string, labelNames: string[], collect: (gauge: Gauge) => void | Promise<void>) => {
    registry.removeSingleMetric(name)
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        return collect(this)
      },
    })
  }
  gauge('envoi_info', 'The version of this process, as a label', ['version'], (info) => info.set({ version }, 1))
  gauge(
    'envoi_database_connections',
    'Database connections of this process, and callers that wait for one',
    ['pool', 'state'],
    (gauge) => {
      const { pool, long } = database()
      for (const [name, each] of [
        ['main', pool],
        ['long', long.pool],
      ] as const) {
        gauge.set({ pool: name, state: 'in_use' }, each.totalCount - each.idleCount)
        gauge.set({ pool: name, state: 'idle' }, each.idleCount)
        gauge.set({ pool: name, state: 'waiting' }, each.waitingCount)
      }
    },
  )
  /** A value that is the same in every process, because it comes from the database. */
  const shared = (name: string, help: string, read: () => Promise<number>) => {
    const readFresh = kept(read)
    gauge(name, help, [], async (found) => {
      const value = await readFresh()
      if (value === undefined) found.remove()
      else found.set(value)
    })
  }
  const circuits = kept(listCircuits)
  // A refusing server is tried every hour while messages wait. After that nothing is left to send, so nothing shows whether it was repaired.
  const count = (name: string, help: string, of: (known: KnownCircuit[]) => number) =>
    gauge(name, help, [], async (found) => {
      const known = await circuits()
      if (known) found.set(of(known.filter(({ last_at }) => +last_at > +clock.now() - 2 * HOUR_MS)))
      else found.remove()
    })
  count(
    'envoi_refused_transports',
    'Mail servers that took no messages of anyone in the last two hours',
    (known) => known.filter(({ account_id }) => account_id === SERVICE_ACCOUNT).length,
  )
  count(
    'envoi_refused_accounts',
    'Accounts with a mail server that refused their messages in the last two hours, and not those of others',
    (known) => new Set(known.flatMap(({ account_id }) => (account_id === SERVICE_ACCOUNT ? [] : [account_id]))).size,
  )
  shared(
    'envoi_engagement_lag_seconds',
    'How far filters by opens and clicks are behind',
    async () => await engagementLagSeconds(),
  )
  const sums = kept(() => sumsOfLastHour(clock.now()))
  gauge('envoi_messages', 'Messages of all accounts in the last hour, by result', ['result'], async (found) => {
    found.reset()
    const read = await sums()
    if (!read) return
    for (const result of ['sent', 'bounced', 'complained', 'failed'] as const)
      found.set({ result }, read[`messages_${result}`])
  })
  gauge(
    'envoi_webhook_attempts',
    'Attempts of webhooks in the last hour, by result',
    ['result'],
    async (attempts_gauge) => {
      attempts_gauge.reset()
      const read = await sums()
      if (!read) return
      const { webhook_attempts: attempts, webhook_failures: failed } = read
      attempts_gauge.set({ result: 'delivered' }, Math.max(0, attempts - failed))
      attempts_gauge.set({ result: 'failed' }, failed)
    },
  )
  if (env().BACKUP_DIR !== undefined)
    shared(
      'envoi_backup_age_seconds',
      'Time since the last backup succeeded; since the epoch if none has',
      async () => {
        const made_at = await lastScheduled(serviceCtx())
        return (+clock.now() - +(made_at ?? 0)) / 1_000
      },
    )
  const { BACKUP_DIR } = env()
  const folders = { data: data_dir, ...(BACKUP_DIR === undefined ? {} : { backups: BACKUP_DIR }) }
  gauge('envoi_data_free_bytes', 'Free space on the disks of DATA_DIR and BACKUP_DIR', ['folder'], async (found) => {
    found.reset()
    for (const [folder, dir] of Object.entries(folders)) {
      const disk = await statfs(dir).catch(() => null)
      if (disk) found.set({ folder }, disk.bavail * disk.bsize)
    }
  })
  const certificates = new KnownExpiries()
  const expiries = kept(() => certificates.read(certificatesOf(env())), { patience_ms: 5_000 })
  gauge(
    'envoi_certificate_expires_seconds',
    'Time until a certificate expires: of the addresses of this instance, and of BOUNCE_SMTP_CERTIFICATE',
    ['name'],
    async (found) => {
      found.reset()
      for (const [name, at] of (await expiries()) ?? []) found.set({ name }, (+at - Date.now()) / 1_000)
    },
  )
  shared('envoi_jobs_oldest_waiting_seconds', 'How long the oldest job has waited for a worker', oldestWaitSeconds)
  const runs = kept(() => countRuns({ since: new Date(+clock.now() - HOUR_MS) }))
  gauge(
    'envoi_jobs_runs',
    'Runs of jobs: queued and active now; completed, failed and cancelled if begun in the last hour',
    ['state'],
    async (found) => {
      found.reset()
      for (const [state, count] of Object.entries((await runs()) ?? {})) found.set({ state }, count)
    },
  )
}

/** Returns a function that reads at most once in ten seconds. It resolves to undefined if reading fails or takes too long. */
function kept<T>(read: () => Promise<T>, { patience_ms = PATIENCE_MS } = {}): () => Promise<T | undefined> {
  let [read_at, value]: [number, Promise<T | undefined>] = [Number.NEGATIVE_INFINITY, Promise.resolve(undefined)]
  return () => {
    if (performance.now() - read_at < FRESH_MS) return value
    read_at = performance.now()
    value = Promise.race([read().catch(() => undefined), delay(patience_ms, undefined, { ref: false })])
    return value
  }
}
