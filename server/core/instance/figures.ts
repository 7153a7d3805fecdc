import { database } from '../../db/client.ts'
import type { Expired } from '../../db/purge.ts'
import { processSingleton } from '../../lib/concurrency/process-singleton.ts'
import { clock } from '../clock.ts'
import { writeApiUse } from './api-use.ts'
import { writeCalls } from './outbound-calls.ts'

/** Counted by processes as events happen, per bucket of ten minutes. */
export const SUMS = [
  'messages_sent',
  'messages_bounced',
  'messages_complained',
  'messages_failed',
  'api_requests',
  'api_refused',
  'api_faults',
  'webhook_attempts',
  'webhook_failures',
] as const

/** Sampled by a job every ten minutes. */
export const SAMPLES = [
  'accounts',
  'new_accounts',
  'active_senders',
  'queue_depth',
  'queue_wait_seconds',
  'webhook_backlog',
  'database_bytes',
  'disk_bytes',
  'disk_free_bytes',
] as const

export const FIGURES = [...SUMS, ...SAMPLES] as const
type SumName = (typeof SUMS)[number]
export type SampleName = (typeof SAMPLES)[number]
export type FigureName = SumName | SampleName

const BUCKET_MS = 600_000
const WRITE_MS = 10_000

/** SQL of the start of a time's bucket. */
export const bucketSql = (at: string) => `date_bin('10 minutes', ${at}, '2000-01-01Z')`

const counted = processSingleton('instance figures', () => ({ sums: new Map<SumName, number>() }))

/** Counts in this process, until `writeFigures` adds it to the current bucket. */
export function countFigure(name: SumName, by = 1): void {
  counted.sums.set(name, (counted.sums.get(name) ?? 0) + by)
}

/** Adds this process's counts to the current bucket. Counts that cannot be written wait for the next call. */
export async function writeFigures(now: Date): Promise<void> {
  const sums = [...counted.sums]
  counted.sums = new Map()
  if (sums.length === 0) return
  try {
    await store(sums, now, 'f.value + excluded.value')
  } catch (error) {
    for (const [name, value] of sums) countFigure(name, value)
    throw error
  }
}

/** Stores samples in the current bucket, replacing earlier ones. */
export const saveSamples = (samples: readonly (readonly [SampleName, number])[], now: Date): Promise<void> =>
  store(samples, now, 'excluded.value')

async function store(figures: readonly (readonly [FigureName, number])[], now: Date, value: string): Promise<void> {
  const bucket = new Date(Math.floor(+now / BUCKET_MS) * BUCKET_MS)
  // In a fixed order, so statements of two processes do not deadlock.
  await database().pool.query(
    `insert into instance_figure as f (name, at, value)
     select name, $2, value from unnest($1::text[], $3::bigint[]) v(name, value) order by name
     on conflict (name, at) do update set value = ${value}`,
    [figures.map(([name]) => name), bucket, figures.map(([, figure]) => Math.round(figure))],
  )
}

/** Returns the sums of the last hour, of full buckets and the current one. */
export async function sumsOfLastHour(now: Date): Promise<Record<SumName, number>> {
  const { rows } = await database().pool.query<{ name: SumName; value: number }>(
    `select name, greatest(sum(value), 0)::float8 as value from instance_figure
     where name = any ($1) and at > $2::timestamptz - interval '1 hour' group by 1`,
    [SUMS, now],
  )
  const found = new Map(rows.map(({ name, value }) => [name, value]))
  return Object.fromEntries(SUMS.map((name) => [name, found.get(name) ?? 0])) as Record<SumName, number>
}

/** Writes this process's counts every few seconds. Returns a function that stops it after a last write. */
export function startFigures(): () => Promise<void> {
  // During an outage the counts stay in this process.
  const write = async () => {
    await Promise.allSettled([writeFigures(clock.now()), writeCalls(clock.now()), writeApiUse(clock.now())])
  }
  const timer = setInterval(() => void write(), WRITE_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    return write()
  }
}

export const EXPIRED_FIGURES: readonly Expired[] = [{ table: 'instance_figure', where: 'at < $1', kept_days: 40 }]
