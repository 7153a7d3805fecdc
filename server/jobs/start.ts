import type { Inngest, InngestFunction } from 'inngest'
import { serve } from 'inngest/edge'
import type pg from 'pg'
import type { Ctx } from '../core/context.ts'
import type { Logger } from '../core/log.ts'
import { createJobsClient, type JobSettings, type JobsMode, jobsMode } from './client.ts'
import { openEngineDatabase } from './engine/database.ts'
import { Engine, type EngineOptions } from './engine/engine.ts'
import { interceptFetch } from './engine/intercept.ts'
import type { EventInput } from './engine/queue.ts'
import { Session } from './engine/session.ts'
import type { JobDefinition } from './job.ts'
import { Relay } from './relay.ts'

export interface JobsOptions {
  pool: pg.Pool
  definitions: JobDefinition[]
  systemCtx: (account_id: number) => Ctx
  settings: JobSettings
  /** False in processes that only serve the web: they may send, but run nothing. */
  work: boolean
  log: Logger
  now?: () => Date
  /** For tests: delays before the next attempt, and how often things are looked for. */
  tuning?: Pick<EngineOptions, 'backoff' | 'places' | 'poll_ms' | 'sweep_ms' | 'call_timeout_ms' | 'retention_days'>
}

/** The jobs of this process. */
export interface Jobs {
  mode: JobsMode
  client: Inngest.Any
  functions: InngestFunction.Any[]
  /** Only when jobs run in our processes. */
  engine: Engine | undefined
  send: (events: EventInput[]) => Promise<void>
  /** Answers what an Inngest server asks at /api/inngest. */
  answer: (request: Request) => Promise<Response>
  /** Looks at outbox and queue now instead of at the next poll. */
  wake: () => void
  /** Ends the work: running calls get `grace_ms`, and what they leave goes on elsewhere or at the next start. */
  stop: (grace_ms: number) => Promise<void>
}

/** The custom server and Next's bundle load this file twice in one process; only globalThis is shared. */
const holder = globalThis as typeof globalThis & { envoi_jobs?: Jobs }

/**
 * Starts the jobs of this process, once. Throws, naming the job, when one uses an option that the embedded engine does
 * not honour.
 */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  if (holder.envoi_jobs) throw new Error('The jobs of this process have been started already')
  const mode = jobsMode(options.settings)
  const started = await (mode === 'embedded' ? startEmbedded(options) : startRemote(options, mode))
  const jobs: Jobs = {
    ...started,
    mode,
    stop: async (grace_ms) => {
      if (holder.envoi_jobs === jobs) holder.envoi_jobs = undefined
      await started.stop(grace_ms)
    },
  }
  holder.envoi_jobs = jobs
  return jobs
}

/** The jobs of this process. Throws before they are started. */
export function startedJobs(): Jobs {
  if (!holder.envoi_jobs) throw new Error('The jobs of this process have not been started')
  return holder.envoi_jobs
}

async function startEmbedded(options: JobsOptions): Promise<Omit<Jobs, 'mode'>> {
  const { pool, work, log, tuning } = options
  const intercepted = interceptFetch({
    send: (events) => engine.send(events),
    checkpoint: (body) => engine.checkpoint(body),
  })
  const client = createJobsClient(options.settings, log, intercepted)
  const functions = createFunctions(client, options)
  const relay = new Relay({ db: openEngineDatabase(pool), deliver: (tx, events) => engine.dispatch(tx, events), log })
  const listen = { channels: ['outbox'], onNotification: () => relay.wake() }
  const engine: Engine = await Engine.start({ pool, client, functions, work, log, listen, ...tuning })
  if (work) relay.start()
  return {
    client,
    functions,
    engine,
    send: async (events) => void (await engine.send(events)),
    // Its client accepts unsigned calls, so an open route would let anybody run jobs.
    answer: async () => new Response('Not Found', { status: 404 }),
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

async function startRemote(options: JobsOptions, mode: JobsMode): Promise<Omit<Jobs, 'mode'>> {
  const { pool, work, log } = options
  const client = createJobsClient(options.settings, log, globalThis.fetch)
  const functions = createFunctions(client, options)
  const relay = new Relay({ db: openEngineDatabase(pool), deliver: (_tx, events) => client.send(events), log })
  const session = new Session({ pool, channels: ['outbox'], onNotification: () => relay.wake(), log })
  if (work) {
    await session.open()
    relay.start()
  }
  log.info({ mode, functions: functions.length }, 'jobs run on Inngest')
  return {
    client,
    functions,
    engine: undefined,
    send: async (events) => void (await client.send(events)),
    answer: serve({ client, functions }),
    wake: () => relay.wake(),
    stop: async () => {
      await relay.stop()
      await session.close()
    },
  }
}

function createFunctions(
  client: Inngest.Any,
  { definitions, pool, systemCtx, log, now = () => new Date() }: JobsOptions,
) {
  return definitions.flatMap((definition) => definition.create(client, { pool, now, log, systemCtx }))
}
