import { type FailureEventArgs, type Inngest, type InngestFunction, NonRetriableError } from 'inngest'
import type pg from 'pg'
import { z } from 'zod'
import type { Ctx } from '../core/context.ts'
import { type EventSchema, eventSchema, type InternalEventType } from '../core/events/events.ts'
import type { Logger } from '../core/log.ts'
import { forgetEvent, type Keeping, type KeptTypes } from './outbox/kept-events.ts'
import { type Step, withinLimits } from './step-limits.ts'

export type { Step }

/** Services for jobs outside of an account. */
export interface JobServices {
  pool: pg.Pool
  now: () => Date
  log: Logger
  systemCtx: (account_id: number) => Ctx
  /** Milliseconds for which the engine may keep a run's singleton after it reports the run's end. Default 0. */
  singleton_kept_ms?: number
  /** In development and tests, a step whose output is too large fails. */
  is_strict?: boolean
}

export interface JobFailure {
  /** The error of the last attempt. */
  error: Error
  run_id: string
}

/** A declared background job. It becomes an Inngest function when the process starts its jobs. */
export interface JobDefinition {
  id: string
  trigger: { cron: string } | { event: string; picked_up_by: PickUp | undefined }
  create: (client: Inngest.Any, services: JobServices) => InngestFunction.Any[]
}

type Retries = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20
/** A CEL expression over `event`, for example event.data.broadcast_id. */
type Cel = string

interface Concurrency {
  limit: number
  /** One group per value. Without it, all runs of the job share the limit. */
  key?: Cel
}

/** The options that both engines support. Other options do not compile. */
export interface RunOptions {
  /** Attempts after the first one. Inngest's default is 4. */
  retries?: Retries
  /** Maximum number of calls of the job that run at the same time; sleeping and waiting runs do not count. */
  concurrency?: number | Concurrency | [Concurrency, Concurrency]
}

/**
 * While a run of the key is open, further events are dropped. The open run may already have read the rows for the last time. So once it has
 * ended, `unfinished` checks them again, and the event is sent again if there is work.
 */
interface Singleton<Data> {
  mode: 'skip'
  key?: Cel
  unfinished: (ctx: Ctx, data: Data) => Promise<boolean>
}

/** Continues work of a failed or lost run: a cron that finds it in the rows, or the event, which is kept and sent again. */
export type PickUp = { cron: string } | { keeping: Keeping }

export interface JobOptions<Data extends z.ZodType<{ account_id: number }>> extends RunOptions {
  /** Must never change, because it identifies runs in progress. */
  id: string
  /** The event that starts the job. */
  on: string
  /** Every job of the product has one. */
  picked_up_by?: PickUp
  data: Data
  singleton?: Singleton<z.output<Data>>
  /** Called once when the job has failed permanently. */
  onFailure?: (ctx: Ctx, data: z.output<Data>, failure: JobFailure, step: Step) => Promise<unknown>
}

/** Data of internal events is typed by the table of events. */
interface EventJobOptions<Type extends InternalEventType> extends Omit<JobOptions<EventSchema<Type>>, 'on' | 'data'> {
  on: Type
  data?: undefined
}

/** Declares a job that an event starts, for the event's account. Data that does not match the schema fails the run. */
export function job<Type extends InternalEventType>(
  options: EventJobOptions<Type>,
  handler: (ctx: Ctx, data: z.output<EventSchema<Type>>, step: Step) => Promise<unknown>,
): JobDefinition
export function job<Data extends z.ZodType<{ account_id: number }>>(
  options: JobOptions<Data>,
  handler: (ctx: Ctx, data: z.output<Data>, step: Step) => Promise<unknown>,
): JobDefinition
export function job<Data extends z.ZodType<{ account_id: number }>>(
  given: JobOptions<Data> | EventJobOptions<InternalEventType>,
  handler: (ctx: Ctx, data: z.output<Data>, step: Step) => Promise<unknown>,
): JobDefinition {
  const { id, on, picked_up_by, data, onFailure, singleton, ...options } = given as JobOptions<Data>
  const schema = data ?? eventSchema(on as InternalEventType)
  const isKept = picked_up_by !== undefined && 'keeping' in picked_up_by
  if (isKept && singleton)
    throw new Error(
      `The job "${id}" keeps its events and must take each one: those that a singleton drops would be kept too`,
    )
  return {
    id,
    trigger: { event: on, picked_up_by },
    create: (client, services) => {
      const { pool, systemCtx, singleton_kept_ms = 0 } = services
      const fn = client.createFunction(
        {
          ...named(id),
          ...options,
          singleton: singleton && { mode: singleton.mode, key: singleton.key },
          triggers: [{ event: on }],
          onFailure: onFailure
            ? ({ event, error, step }: FailureEventArgs & { step: Step }) => {
                const data = readData(id, schema, event.data.event.data)
                return onFailure(systemCtx(data.account_id), data, { error, run_id: event.data.run_id }, step)
              }
            : undefined,
        },
        async ({ event, step }) => {
          const data = readData(id, schema, event.data)
          const result = await withinLimits(step, { job: id, ...services }, (watched) =>
            handler(systemCtx(data.account_id), data, watched),
          )
          if (isKept && event.id) await forgetEvent(pool, { id: event.id, job: id })
          return result
        },
      )
      if (!singleton) return [fn]
      const { unfinished } = singleton
      const isUnfinished = (given: unknown) => {
        const data = readData(id, schema, given)
        return unfinished(systemCtx(data.account_id), data)
      }
      return [fn, sendAgainWhenUnfinished(client, { id, on, isUnfinished, singleton_kept_ms })]
    },
  }
}

/** Maximum number of times in a row. After that, the cron that continues lost work takes over. */
const MAX_AGAIN = 3

/**
 * Returned by a run that made progress and ends before its list of finished steps gets long. The next run does not count as a repetition.
 */
export const HANDED_ON = { handed_on: true } as const

interface EndOfRun {
  _inngest: { status: 'Completed' | 'Failed' | 'Cancelled' }
  event: { data: Record<string, unknown> }
  result?: Partial<typeof HANDED_ON> | null
}

interface Again {
  id: string
  on: string
  isUnfinished: (data: unknown) => Promise<boolean>
  singleton_kept_ms: number
}

/** Sends the event of a singleton again when its run has ended with work left. */
function sendAgainWhenUnfinished(
  client: Inngest.Any,
  { id, on, isUnfinished, singleton_kept_ms }: Again,
): InngestFunction.Any {
  const ended = `event.data.function_id == '${client.id}-${named(id).id}'`
  return client.createFunction(
    {
      id: `${named(id).id}-again`,
      name: `${id} (again)`,
      triggers: [{ event: 'inngest/function.finished', if: ended }],
    },
    async ({ event, step }) => {
      const { _inngest, event: first, result } = event.data as unknown as EndOfRun
      const again = result?.handed_on ? 0 : Number(first.data.again ?? 0) + 1
      // A failed run has used its attempts, and a cancelled one was stopped on purpose. The cron finds the remaining work.
      if (_inngest.status !== 'Completed' || again > MAX_AGAIN || !(await isUnfinished(first.data))) return
      if (singleton_kept_ms > 0) await step.sleep('until the singleton is free', singleton_kept_ms)
      await step.sendEvent('again', { name: on, data: { ...first.data, again } })
    },
  )
}

export interface BatchOptions<Data extends z.ZodType<{ account_id: number }>>
  extends Omit<JobOptions<Data>, 'onFailure' | 'singleton' | 'picked_up_by'> {
  /** Batched events are not kept individually. */
  picked_up_by?: Extract<PickUp, { cron: string }>
  /** Starts after this many events of one account, or at `timeout` after the first. */
  batch: { maxSize: number; timeout: `${number}s` }
}

/** Declares a job that receives the events of one account in batches. */
export function batchJob<Data extends z.ZodType<{ account_id: number }>>(
  { id, on, picked_up_by, data: schema, batch, ...options }: BatchOptions<Data>,
  handler: (ctx: Ctx, data: z.output<Data>[], step: Step) => Promise<unknown>,
): JobDefinition {
  return {
    id,
    trigger: { event: on, picked_up_by },
    create: (client, services) => [
      client.createFunction(
        {
          ...named(id),
          ...options,
          triggers: [{ event: on }],
          batchEvents: { ...batch, key: 'event.data.account_id' },
        },
        ({ events, step }) => {
          const data = events.map((event: { data?: unknown }) => readData(id, schema, event.data))
          const account_id = z.int().parse(data[0]?.account_id)
          return withinLimits(step, { job: id, ...services }, (watched) =>
            handler(services.systemCtx(account_id), data, watched),
          )
        },
      ),
    ],
  }
}

export interface CronOptions extends RunOptions {
  /** A tick is skipped while an earlier run is open. */
  singleton?: { mode: 'skip' }
  /** Must never change, because it identifies ticks. */
  id: string
  /** Five fields, minute first, in UTC. If ticks were missed while no process ran, one runs late. */
  schedule: string
}

/** Declares a job that runs on a schedule. It has no account, and finds the accounts to work for. */
export function cron(
  { id, schedule, ...options }: CronOptions,
  handler: (services: JobServices, step: Step) => Promise<unknown>,
): JobDefinition {
  return {
    id,
    trigger: { cron: schedule },
    create: (client, services) => [
      client.createFunction({ ...named(id), ...options, triggers: [{ cron: schedule }] }, ({ step }) =>
        withinLimits(step, { job: id, ...services }, (watched) => handler(services, watched)),
      ),
    ],
  }
}

/** The jobs for which events are kept, by event type. */
export const keptTypes = (definitions: readonly JobDefinition[]): KeptTypes =>
  Map.groupBy(
    definitions.flatMap(({ id, trigger }) =>
      'event' in trigger && trigger.picked_up_by && 'keeping' in trigger.picked_up_by
        ? [{ event: trigger.event, job: id, keeping: trigger.picked_up_by.keeping }]
        : [],
    ),
    ({ event }) => event,
  )

/** Inngest puts ids into URLs, where a slash is not allowed. Users see the name. */
export const named = (id: string) => ({ id: id.replaceAll('/', '-'), name: id })

function readData<Data extends z.ZodType>(id: string, schema: Data, value: unknown): z.output<Data> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new NonRetriableError(`The event's data does not fit the job "${id}": ${z.prettifyError(parsed.error)}`)
}
