import type { Inngest, InngestFunction } from 'inngest'
import { serve } from 'inngest/edge'
import pLimit from 'p-limit'
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
import { Registration } from './inngest/registration.ts'
import { remoteFetch } from './inngest/remote-fetch.ts'
import { type JobDefinition, keptTypes, named } from './job.ts'
import { Relay } from './outbox/relay.ts'
import { moveEvents, sendEvents } from './outbox/transfer.ts'
import { recordCanceledRuns, recordRuns } from './runs/run-records.ts'

/**
 * Whether and how a process executes jobs. `off`: it only sends them. With the embedded engine the other two are the same. With
 * Inngest, `serve` executes what Inngest calls at /api/inngest, and `connect` opens a connection to Inngest and needs no address.
 */
export type Execution = 'off' | 'serve' | 'connect'

export interface JobsOptions {
  pool: pg.Pool
  /** The connection of this process that stays open; without it the jobs open one of their own. */
  session?: PersistentSession
  /** Calls of jobs that are executed at the same time: 10, or half of a smaller pool. */
  concurrency?: number
  definitions: JobDefinition[]
  systemCtx: (account_id: number) => Ctx
  settings: JobSettings
  execution: Execution
  log: Logger
  /** Called at every poll of the outbox, before its events leave: finds work whose writers tell no one. */
  findWork?: () => Promise<void>
  /** Runs before the first job, which would otherwise be late: some work is slow the first time. */
  warmUp?: () => Promise<unknown>
  now?: () => Date
  /** True in development and tests: a step that returns too much fails. Otherwise it is logged. */
  is_strict?: boolean
  /** For tests: delays before the next attempt, and polling intervals, those of Inngest included. */
  tuning?: Pick<
    EngineOptions,
    'backoff' | 'concurrency' | 'poll_ms' | 'recovery_ms' | 'call_timeout_ms' | 'retention_days'
  >
}

/** The jobs of this process. */
export interface Jobs {
  mode: JobsMode
  pool: pg.Pool
  client: Inngest.Any
  functions: InngestFunction.Any[]
  /** Only when jobs run in our processes. */
  engine: Engine | undefined
  send: (events: EventInput[]) => Promise<void>
  /** Answers requests of an Inngest server at /api/inngest. */
  answer: (request: Request) => Promise<Response>
  /** Called once this process answers requests. Registers it with Inngest, which then calls it immediately. */
  announce: () => void
  /** Reads outbox and queue now instead of at the next poll. */
  wake: () => void
  /** Ends the work: running calls get `grace_ms`, and unfinished runs continue elsewhere or at the next start. */
  stop: (grace_ms: number) => Promise<void>
}

const running = processSingleton<{ jobs?: Jobs }>('jobs', () => ({}))

/**
 * Starts the jobs of this process, once. Throws, naming the job, when one uses an option that the embedded engine does
 * not support.
 */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  if (running.jobs) throw new Error('The jobs of this process have been started already')
  const mode = jobsMode(options.settings)
  if (options.execution !== 'off') await options.warmUp?.()
  const started = await (mode === 'embedded' ? startEmbedded(options) : startRemote(options, mode))
  const jobs: Jobs = {
    ...started,
    mode,
    pool: options.pool,
    stop: async (grace_ms) => {
      if (running.jobs === jobs) running.jobs = undefined
      await started.stop(grace_ms)
    },
  }
  running.jobs = jobs
  return jobs
}

/** The embedded engine of this process; undefined on Inngest and before the jobs are started. */
export const startedEngine = (): Engine | undefined => running.jobs?.engine

/** The jobs of this process. Throws before they are started. */
export function startedJobs(): Jobs {
  if (!running.jobs) throw new Error('The jobs of this process have not been started')
  return running.jobs
}

async function startEmbedded(options: JobsOptions): Promise<Omit<Jobs, 'mode' | 'pool'>> {
  const { pool, session, concurrency, execution, log, tuning } = options
  const work = execution !== 'off'
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
    ...{ pool, session, client, functions, work, log, listen, concurrency },
    former_ids: formerFunctionIds(client),
    ...tuning,
  })
  if (work) relay.start()
  return {
    client,
    functions,
    engine,
    send: async (events) => void (await engine.send(events)),
    // Its client accepts unsigned calls, so an open route would let anyone run jobs.
    answer: notFound,
    announce: () => undefined,
    wake: () => {
      relay.wake()
      engine.wake()
    },
    stop: async (grace_ms) => {
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

/** Of each job, and of the functions that follow its end. */
const formerFunctionIds = ({ id: app }: Inngest.Any): Map<string, string> =>
  new Map(
    Object.entries(FORMER_IDS).flatMap(([former, present]) =>
      ['', '-again', '-failure'].map((suffix): [string, string] => [
        `${app}-${named(former).id}${suffix}`,
        `${app}-${named(present).id}${suffix}`,
      ]),
    ),
  )

/** Inngest releases a singleton some milliseconds after it reports the run's end, later under load. It drops events in between. */
export const SINGLETON_KEPT_MS = 1_000

async function startRemote(options: JobsOptions, mode: JobsMode): Promise<Omit<Jobs, 'mode' | 'pool'>> {
  const { pool, execution, settings, log, concurrency: limit = jobConcurrency(pool) } = options
  const closing = new AbortController()
  const client = createJobsClient(settings, log, remoteFetch(closing.signal), [recordRuns(pool, log)])
  const functions = [...createFunctions(client, options, SINGLETON_KEPT_MS), recordCanceledRuns(client, pool)]
  const gateway_url = settings.INNGEST_CONNECT_GATEWAY_URL
  const pause_ms = options.tuning?.poll_ms
  const onConnected = () => relay.wake()
  const connection = new Connection({ client, functions, limit, gateway_url, pause_ms, onConnected, log })
  const { origin, host } = new URL(settings.INNGEST_SERVE_ORIGIN ?? settings.BASE_URL ?? 'http://localhost:3000')
  const handler = serve({ client, functions, serveOrigin: origin, servePath: PATH })
  const url = `${origin}${PATH}`
  const registration = new Registration({ handler, url, pause_ms, onRegistered: () => relay.wake(), log })
  const session = options.session ?? new PersistentSession({ config: pool.options, log: () => log })
  const db = openEngineDatabase(pool)
  const keep = keptTypes(options.definitions)
  const relay: Relay = new Relay({
    carry: withWork(options, () => sendEvents({ db, keep, session, send: (events) => client.send(events) })),
    // Inngest drops an event when it does not know a function for it yet.
    isReady: () => (execution === 'connect' ? connection.connected : registration.registered),
    onFailure: () => {
      if (execution === 'serve') registration.renew()
    },
    poll_ms: pause_ms,
    log,
  })
  let leaveSession = async () => {}
  if (execution !== 'off') {
    leaveSession = await session.use({ channels: ['outbox'], onNotification: () => relay.wake() })
    relay.start()
  }
  if (execution === 'connect') connection.open()
  log.info({ mode, execution, functions: functions.length }, 'jobs run on Inngest')
  return {
    client,
    functions,
    engine: undefined,
    send: async (events) => void (await client.send(events)),
    announce: () => {
      if (execution === 'serve') registration.open()
    },
    answer: execution === 'serve' ? serveInngest(handler, { origin, host, limit }) : notFound,
    wake: () => relay.wake(),
    stop: async (grace_ms) => {
      // If Inngest does not answer, waiting for the relay would take longer than the process may.
      const limit = setTimeout(() => closing.abort(), grace_ms)
      await Promise.all([relay.stop(), connection.close(grace_ms)])
      clearTimeout(limit)
      closing.abort()
      await registration.close()
      await leaveSession()
      if (!options.session) await session.close()
    },
  }
}

const PATH = '/api/inngest'
const notFound = async () => new Response('Not Found', { status: 404 })

/**
 * Answers calls of Inngest at the one address that it registers. Any other host is refused, so no request can register a
 * different address. Calls above `limit` wait: Inngest itself has no limit per process.
 */
function serveInngest(
  handler: (request: Request) => Promise<Response>,
  { origin, host, limit }: { origin: string; host: string; limit: number },
): Jobs['answer'] {
  const inTurn = pLimit(limit)
  return async (request) => {
    const asked = request.headers.get('host') ?? new URL(request.url).host
    if (sameLoopback(asked) === sameLoopback(host)) return inTurn(() => handler(request))
    const text = `Inngest must call this service at ${origin}. Set INNGEST_SERVE_ORIGIN to use another address.`
    return new Response(text, { status: 421 })
  }
}

/** Inngest calls an app that registers as 127.0.0.1 or [::1] as localhost. */
const sameLoopback = (host: string) => host.replace(/^(127\.0\.0\.1|\[::1\])(?=:|$)/, 'localhost')

function createFunctions(
  client: Inngest.Any,
  { definitions, pool, systemCtx, log, now = () => clock.now(), is_strict = true }: JobsOptions,
  singleton_kept_ms: number,
) {
  const services = { pool, now, log, systemCtx, singleton_kept_ms, is_strict }
  return definitions.flatMap((definition) => definition.create(client, services))
}
