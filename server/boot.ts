import { readFileSync } from 'node:fs'
import { startBackups } from './backups.ts'
import { startReports } from './bounces.ts'
import { clock, followDatabaseClock } from './core/clock.ts'
import { systemCtx } from './core/context.ts'
import { noteVersion } from './core/instance/version.ts'
import { addCatalogs } from './core/locale/catalogs.ts'
import { configureLog, type Logger } from './core/log.ts'
import { openTelemetry } from './core/telemetry/telemetry.ts'
import { settleRestore } from './db/backup/restore.ts'
import { closeDatabase, database, openDatabase } from './db/client.ts'
import { isSessionShared } from './db/connections/shared-session.ts'
import { openEmbedded } from './db/embedded/embedded.ts'
import { migrate } from './db/migrate.ts'
import { type Env, env, SettingError } from './env.ts'
import { jobs as definitions, findWork } from './jobs/registry.ts'
import { type Jobs, startJobs } from './jobs/start.ts'
import { observeInstance } from './metrics.ts'
import { warmUp } from './modules/broadcasts/sending/warm-up.ts'
import { closeMessageSigner, messageSigner } from './modules/delivery/compose/signer.ts'
import { checkTransports } from './modules/transports/circuits/check.ts'
import { closeTransports } from './modules/transports/open-transports.ts'
import { metricsRegistry } from './rest/metrics.ts'
import { type Closing, GRACE_MS } from './stop.ts'
import { startWebhooks } from './webhooks.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

/** State shared by commands, workers and the server while they run. */
export interface OpenRuntime {
  env: Env
  log: Logger
  /** Names of migrations applied by this start. */
  migrated: string[]
  close: () => Promise<void>
}

/** Opens the settings, database and migrations that commands, workers and the server have in common. Throws SettingError. */
export async function openRuntime({ exclusive }: { exclusive: boolean }): Promise<OpenRuntime> {
  const settings = env()
  const log = configureLog(settings.LOG_LEVEL)
  noteVersion(version)
  // Emails from jobs are in the language of their account or user.
  addCatalogs()
  if (settings.PSEUDO_LOCALES === 'on') (await import('./build/texts/pseudo-locales.ts')).addPseudoLocales()
  const closeTelemetry = await openTelemetry(settings, { version, registry: metricsRegistry })
  const embedded = settings.DATABASE_URL ? undefined : await openEmbedded({ dir: settings.DATA_DIR, exclusive })
  try {
    const url = settings.DATABASE_URL ?? embedded?.url ?? ''
    await settleRestore(settings, url)
    const migrated = await migrate(url, { report: (line) => log.warn(line) })
    const is_shared =
      settings.DATABASE_URL !== undefined &&
      (await isSessionShared({ connectionString: url }, { report: (line) => log.warn(line) }))
    openDatabase(url, {
      ...settings.connections,
      max: settings.connections.main,
      api_wait_ms: settings.API_WAIT_MS,
      is_shared,
    })
    const following = await followDatabaseClock(database().pool)
    const close = () => {
      following.stop()
      return closeDatabase().finally(embedded?.close).finally(closeTelemetry)
    }
    return { env: settings, log, migrated, close }
  } catch (error) {
    await embedded?.close()
    await closeTelemetry()
    throw error
  }
}

/** Logs a warning if the mail server cannot be used. The start does not wait for it, because email is queued and retried. */
export async function warnOfTransport({ log }: Pick<OpenRuntime, 'log'>): Promise<void> {
  try {
    for (const { name, problem } of await checkTransports({ now: clock.now() })) {
      if (problem === null) continue
      if (env().SMTP_URL)
        log.warn({ problem }, 'The mail server of SMTP_URL cannot be used. Mail is queued until it can.')
      else log.warn({ transport: name, problem }, 'A transport cannot be used. Others take its messages if they can.')
    }
  } catch (error) {
    // The database may already be closing.
    log.debug({ err: error }, 'the mail server was not checked')
  }
}

const NEEDS_SESSIONS =
  'DATABASE_URL: this process runs jobs, which lock sessions of PostgreSQL, and a pooler in transaction mode gives each transaction another session. Use its session mode, or name PostgreSQL itself. For a process that only serves the web, set WORKER=off.'

/** Starts the jobs of this process. Throws SettingError if it should run jobs and its connections share sessions. */
export async function openJobs(
  { env: settings, log }: OpenRuntime,
  { work, closing, after }: { work: boolean; closing: Closing; after?: Promise<unknown> },
): Promise<Jobs> {
  const { pool, session } = database()
  if (work && session.is_shared) throw new SettingError(NEEDS_SESSIONS)
  const { jobs: concurrency } = settings.connections
  const is_strict = settings.NODE_ENV !== 'production'
  const rest = { work, warmUp: () => warmUp({ log }), ...(after && { after }), log, is_strict }
  const options = { pool, session, concurrency, definitions, findWork, systemCtx, settings, ...rest }
  messageSigner()
  const jobs = await startJobs(options)
  if (work) log.info({ jobs: jobs.mode, concurrency, sending: settings.connections.sending }, 'this process runs jobs')
  observeInstance(metricsRegistry(), {
    version,
    data_dir: settings.DATA_DIR,
  })
  // Senders end with the jobs; then the connections to the mail server are closed.
  closing.work(() => jobs.stop(GRACE_MS).finally(closeTransports).finally(closeMessageSigner))
  if (work) closing.work((await startReports({ settings, log })).stop)
  if (work) closing.work((await startBackups({ settings, log })).stop)
  const webhooks = await startWebhooks({ work, log })
  closing.work(() => webhooks.stop(GRACE_MS))
  return jobs
}
