import type { Inngest, InngestFunction } from 'inngest'
import type pg from 'pg'
import { clock } from '../core/clock.ts'
import type { Ctx } from '../core/context.ts'
import type { Logger } from '../core/log.ts'
import { PersistentSession } from '../db/connections/persistent-session.ts'
import { processSingleton } from '../lib/concurrency/process-singleton.ts'
import { Engine, type EngineOptions } from './engine/engine.ts'
import type { EventInput } from './engine/queue/queue.ts'
import { interceptFetch } from './engine/run/intercept.ts'
import { jobConcurrency, openEngineDatabase, type Transaction } from './engine/storage/database.ts'
import { FORMER_IDS } from './former-ids.ts'
import { createJobsClient, type JobSettings, type JobsMode, jobsMode } from './inngest/client.ts'
import { Connection } from './inngest/connection.ts'
import { remoteFetch } from './inngest/remote-fetch.ts'
import { type JobDefinition, keptTypes, named } from './job.ts'
import { Relay } from './outbox/relay.ts'
import { moveEvents, sendEvents } from './outbox/transfer.ts'
import { recordCanceledRuns, recordRuns } from './runs/run-records.ts'

export interface JobsOptions {
  pool: pg.Pool
  /** This process's persistent connection. Without it, the jobs open their own. */
  session?: PersistentSession
  /** Maximum number of job calls at the same time. Default: 10, or half of a smaller pool. */
  concurrency?: number
  definitions: JobDefinition[]
  systemCtx: (account_id: number) => Ctx
  settings: JobSettings
  /** True if this process executes jobs; otherwise it only sends them. */
  work: boolean
  log: Logger
  /** Called at every poll of the outbox before events are sent, to find work whose writers send no notification. */
  findWork?: () => Promise<void>
  /** Runs before the first job, which would otherwise be slow, because some code is slow on first use. */
  warmUp?: () => Promise<unknown>
  /** Delays the warm-up and the first job, so a web process answers requests first. Without it, `startJobs` returns when jobs run. */
  after?: Promise<unknown>
  now?: () => Date
  /** True in development and tests: a step whose output is too large fails. Otherwise it is logged. */
  is_strict?: boolean
  /** For tests: delays before the next attempt, and polling intervals, also for Inngest. */
  tuning?: Pick<
    EngineOptions,
    'backoff' | 'concurrency' | 'poll_ms' | 'recovery_ms' | 'call_timeout_ms' | 'retention_days'
  >
}

export interface Jobs {
  mode: JobsMode
  pool: pg.Pool
  client: Inngest.Any
  functions: InngestFunction.Any[]
  /** Undefined on Inngest. */
  engine: Engine | undefined
  send: (events: EventInput[]) => Promise<void>
  /** Reads the outbox and the queue now instead of at the next poll. */
  wake: () => void
  /** Stops working: running calls get `grace_ms`, and unfinished runs continue elsewhere or at the next start. */
  stop: (grace_ms: number) => Promise<void>
}

const current = processSingleton<{ jobs?: Jobs }>('jobs', () => ({}))

/** Starts the jobs of this process, once. Throws, naming the job, if one uses an option that the embedded engine does not support. */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  if (current.jobs) throw new Error('The jobs of this process have been started already')
  const mode = jobsMode(options.settings)
  const prepared = await (mode === 'embedded' ? startEmbedded(options) : startRemote(options, mode))
  const jobs: Jobs = {
    ...prepared,
    mode,
    pool: options.pool,
    stop: async (grace_ms) => {
      if (current.jobs === jobs) current.jobs = undefined
      await prepared.stop(grace_ms)
    },
  }
  current.jobs = jobs
  const { work, warmUp, after } = options
  if (!work) return jobs
  const working = Promise.resolve(after)
    .then(warmUp)
    .then(() => prepared.begin())
  if (!after) await working
  return jobs
}

/** Returns the embedded engine of this process; undefined on Inngest and before the jobs are started. */
export const startedEngine = (): Engine | undefined => current.jobs?.engine

/** Returns true once the jobs of this process are started, on any engine. A job may run a moment earlier. */
export const areJobsStarted = (): boolean => current.jobs !== undefined

/** Returns the jobs of this process. Throws before they are started. */
export function startedJobs(): Jobs {
  if (!current.jobs) throw new Error('The jobs of this process have not been started')
  return current.jobs
}

/** Jobs that are prepared and start with `begin`. */
type Prepared = Omit<Jobs, 'mode' | 'pool'> & { begin: () => void }

async function startEmbedded(options: JobsOptions): Promise<Prepared> {
  const { pool, session, concurrency, work, log, tuning } = options
  const intercepted = interceptFetch({
    send: (events) => engine.send(events),
    checkpoint: (body) => engine.checkpoint(body),
  })
  const client = createJobsClient(options.settings, log, intercepted)
  const functions = createFunctions(client, options, 0)
  const db = openEngineDatabase(pool)
  const keep = keptTypes(options.definitions)
  const deliver = (tx: Transaction, events: EventInput[]) => engine.dispatch(tx, events)
  const carry = withWork(options, () => moveEvents({ db, keep, deliver }))
  const relay = new Relay({ carry, log })
  const listen = { channels: ['outbox'], onNotification: () => relay.wake() }
  const engine: Engine = await Engine.start({
    pool,
    session,
    client,
    functions,
    work,
    log,
    listen,
    concurrency,
    former_ids: formerFunctionIds(client),
    is_held: true,
    ...tuning,
  })
  let isStopped = false
  return {
    client,
    functions,
    engine,
    begin: () => {
      if (isStopped) return
      engine.begin()
      relay.start()
    },
    send: async (events) => void (await engine.send(events)),
    wake: () => {
      relay.wake()
      engine.wake()
    },
    stop: async (grace_ms) => {
      isStopped = true
      await relay.stop()
      await engine.stop(grace_ms)
    },
  }
}

const withWork =
  ({ findWork }: JobsOptions, carry: () => Promise<boolean>) =>
  async (): Promise<boolean> => {
    await findWork?.()
    return carry()
  }

/** Maps the former ids of each job's function and of the functions that follow its end. */
const formerFunctionIds = ({ id: app }: Inngest.Any): Map<string, string> =>
  new Map(
    Object.entries(FORMER_IDS).flatMap(([former, present]) =>
      ['', '-again', '-failure'].map((suffix): [string, string] => [
        `${app}-${named(former).id}${suffix}`,
        `${app}-${named(present).id}${suffix}`,
      ]),
    ),
  )

/** Inngest releases a singleton some milliseconds after it reports the run's end, later under load, and drops events in between. */
export const SINGLETON_KEPT_MS = 1_000

async function startRemote(options: JobsOptions, mode: JobsMode): Promise<Prepared> {
  const { pool, work, settings, log, concurrency: limit = jobConcurrency(pool) } = options
  const closing = new AbortController()
  const client = createJobsClient(settings, log, remoteFetch(closing.signal), [recordRuns(pool, log)])
  const functions = [...createFunctions(client, options, SINGLETON_KEPT_MS), recordCanceledRuns(client, pool)]
  const gateway_url = settings.INNGEST_CONNECT_GATEWAY_URL
  const pause_ms = options.tuning?.poll_ms
  const onConnected = () => relay.wake()
  const connection = new Connection({ client, functions, limit, gateway_url, pause_ms, onConnected, log })
  const session = options.session ?? new PersistentSession({ config: pool.options, log: () => log })
  const db = openEngineDatabase(pool)
  const keep = keptTypes(options.definitions)
  const relay: Relay = new Relay({
    carry: withWork(options, () => sendEvents({ db, keep, session, send: (events) => client.send(events) })),
    // Inngest drops an event for which it does not know a function yet.
    isReady: () => connection.connected,
    poll_ms: pause_ms,
    log,
  })
  let leaveSession = async () => {}
  let isStopped = false
  if (work) leaveSession = await session.use({ channels: ['outbox'], onNotification: () => relay.wake() })
  log.info({ mode, work, functions: functions.length }, 'jobs run on Inngest')
  return {
    client,
    functions,
    engine: undefined,
    begin: () => {
      if (isStopped) return
      relay.start()
      connection.open()
    },
    send: async (events) => void (await client.send(events)),
    wake: () => relay.wake(),
    stop: async (grace_ms) => {
      isStopped = true
      // If Inngest does not answer, the relay would take longer to stop than the process may.
      const limit = setTimeout(() => closing.abort(), grace_ms)
      await Promise.all([relay.stop(), connection.close(grace_ms)])
      clearTimeout(limit)
      closing.abort()
      await leaveSession()
      if (!options.session) await session.close()
    },
  }
}

function createFunctions(
  client: Inngest.Any,
  { definitions, pool, systemCtx, log, now = () => clock.now(), is_strict = true }: JobsOptions,
  singleton_kept_ms: number,
) {
  const services = { pool, now, log, systemCtx, singleton_kept_ms, is_strict }
  return definitions.flatMap((definition) => definition.create(client, services))
}
