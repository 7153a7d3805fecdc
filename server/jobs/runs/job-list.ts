import type { InngestFunction } from 'inngest'
import { clock } from '../../core/clock.ts'
import { isoOrNull } from '../../core/wire.ts'
import type { Engine } from '../engine/engine.ts'
import { idsOf } from '../engine/runtime.ts'
import { openEngineDatabase, type Sql } from '../engine/storage/database.ts'
import { ulidFloor } from '../engine/storage/ids.ts'
import { nextTick } from '../engine/triggers/cron.ts'
import type { JobsMode } from '../inngest/client.ts'
import { startedJobs } from '../start.ts'
import { whatStops } from './what-stops.ts'

/** Runs of a job in the last 24 hours. */
interface JobFigures {
  runs: number
  failed: number
  /** Median duration of completed runs. */
  seconds: number | null
}

export interface JobView extends JobFigures {
  job: string
  /** In UTC. Null when an event starts the job. */
  schedule: string | null
  /** The event that starts the job. */
  event: string | null
  next_run_at: string | null
  last_run_at: string | null
  /** True if the figures cover only its latest runs. */
  is_capped: boolean
  /** Maximum number of runs at the same time, per value of the key if it has one. */
  concurrency: { limit: number; key: string | null }[]
  /** Runs that have not begun, counted up to 10,000; null on Inngest. */
  waiting: number | null
  /** Also null on Inngest. */
  paused_at: string | null
  /** Work that stops while the job is paused; null when its work can wait. */
  stops: string | null
}

const DAY_MS = 86_400_000
/** Maximum number of a job's latest runs that are counted. For a busy job they cover only the last minutes. */
const MAX_COUNTED = 5_000
const MAX_WAITING = 10_000

/** Returns every job of this program, sorted by name, with figures of the last 24 hours. */
export async function listJobs(): Promise<{ mode: JobsMode; jobs: JobView[] }> {
  const { mode, engine, functions, pool } = startedJobs()
  const now = clock.now()
  const since = ulidFloor(new Date(+now - DAY_MS))
  const known = functions.map(describe).filter(({ event }) => !event?.startsWith('inngest/'))
  const figures = engine ? await figuresOf(engine, since) : await recordedFigures(openEngineDatabase(pool), since)
  const found = new Map(figures.map((row) => [row.job, row]))
  const jobs = known.map((job): JobView => {
    const { last_run_at, paused_at, next_run_at, ...row } = found.get(job.job) ?? NONE
    const next = job.schedule ? (next_run_at ?? nextTick(job.schedule, now)) : null
    return {
      ...row,
      ...job,
      last_run_at: isoOrNull(last_run_at),
      paused_at: isoOrNull(paused_at),
      next_run_at: isoOrNull(next),
      is_capped: row.runs >= MAX_COUNTED,
      stops: whatStops(job.job),
    }
  })
  return { mode, jobs: jobs.toSorted((a, b) => (a.job < b.job ? -1 : 1)) }
}

interface Row extends JobFigures {
  job: string
  waiting: number | null
  last_run_at: Date | null
  paused_at: Date | null
  next_run_at: Date | null
}

const NONE = { last_run_at: null, runs: 0, failed: 0, seconds: null, waiting: null, paused_at: null, next_run_at: null }

type Described = Pick<JobView, 'job' | 'schedule' | 'event' | 'concurrency'>

function describe({ name, opts }: InngestFunction.Any): Described {
  const triggers: { event?: string; cron?: string }[] = opts.triggers ?? []
  const limits = [opts.concurrency ?? []].flat() as (number | { limit: number; key?: string })[]
  return {
    job: name,
    schedule: triggers.find(({ cron }) => cron)?.cron ?? null,
    event: triggers.find(({ event }) => event)?.event ?? null,
    concurrency: limits.map((one) =>
      typeof one === 'number' ? { limit: one, key: null } : { limit: one.limit, key: one.key ?? null },
    ),
  }
}

const FIGURES = `count(*) filter (where id >= $2)::int as runs, max(created_at) as last_run_at,
  count(*) filter (where id >= $2 and state = 'failed')::int as failed,
  percentile_cont(0.5) within group (order by extract(epoch from ended_at - started_at))
    filter (where id >= $2 and state = 'completed')::float8 as seconds`

/** Reads a limited number of rows of each function, by its index. */
function figuresOf({ rt }: Engine, since: string): Promise<Row[]> {
  const functions = [...rt.functions.values()].map(({ id, name }) => ({ job: name, ids: idsOf(rt, id) }))
  return rt.db.rows<Row>(
    `select f.job, counted.*,
       (select count(*)::int from (
         select from jobs.run r where r.function_id = any (f.ids) and r.ended_at is null and r.state = 'queued'
         limit ${MAX_WAITING}) w) as waiting,
       (select min(t.at) from jobs.tick t where t.function_id = any (f.ids)) as next_run_at,
       (select min(p.paused_at) from jobs.paused_function p where p.function_id = any (f.ids)) as paused_at
     from jsonb_to_recordset($1::jsonb) as f (job text, ids text[])
     cross join lateral (
       select ${FIGURES} from unnest(f.ids) as one (function_id) cross join lateral (
         select r.id, r.state, r.created_at, r.started_at, r.ended_at from jobs.run r
         where r.function_id = one.function_id order by r.id desc limit ${MAX_COUNTED}) latest) counted`,
    [JSON.stringify(functions), since],
  )
}

/** Returns the figures on Inngest, from the runs that this service executed. */
function recordedFigures(sql: Sql, since: string): Promise<Row[]> {
  return sql.rows<Row>(
    `select job, ${FIGURES}, null::int as waiting, null::timestamptz as paused_at, null::timestamptz as next_run_at
     from (
       select id, job, state, started_at as created_at, started_at, ended_at from job_run order by id desc limit $1
     ) latest group by job`,
    [10 * MAX_COUNTED, since],
  )
}
