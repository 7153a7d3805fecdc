import { createHash } from 'node:crypto'
import type { Logger } from '../../../core/log.ts'
import { keyText } from '../functions/expressions.ts'
import type { FunctionConfig } from '../functions/functions.ts'
import type { Sql, Transaction } from '../storage/database.ts'
import { endLease } from './leases.ts'
import type { Delivery, JobData, Queue } from './queue.ts'

interface Slot {
  key: string
  limit: number
}

/** Returns the concurrency groups of a run. All runs whose key reads a missing field share one group. */
export function slotsOf(log: Logger, fn: FunctionConfig, event: unknown): Slot[] {
  return fn.concurrency
    .map(({ limit, key }) => {
      const value = key ? (keyText(log, key, { event }) ?? '') : ''
      return { key: short(`fn ${fn.id} ${value}`), limit }
    })
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}

/**
 * Takes a slot in each group of the run, or in none. A redelivered job still has its slots. When a group is full, the job is moved from the
 * queue to the parked jobs, and the job that frees a slot requeues the oldest one. Returns whether the job may run.
 */
export async function takeSlots(tx: Transaction, queue: Queue, delivery: Delivery, slots: Slot[]): Promise<boolean> {
  const [taken] = await tx.rows<{ full: string | null }>('select jobs.take_slots($1, $2, $3) as full', [
    delivery.id,
    slots.map(({ key }) => key),
    slots.map(({ limit }) => limit),
  ])
  const full = slots.find(({ key }) => key === taken?.full)
  if (!full) return true
  if (!(await endLease(tx, delivery))) return false
  await tx.rows('insert into jobs.parked (key, keys, limits, job, data, priority) values ($1, $2, $3, $4, $5, 0)', [
    full.key,
    slots.map(({ key }) => key),
    slots.map(({ limit }) => limit),
    delivery.id,
    delivery.data,
  ])
  await queue.remove(tx, [delivery.id])
  return false
}

interface HandedOver {
  job: string
  data: JobData
}

export async function releaseSlots(tx: Transaction, queue: Queue, job: string): Promise<void> {
  const next = await tx.rows<HandedOver>('select job, data from jobs.release_slots($1)', [job])
  await queue.insert(tx, next.map(toJob))
}

/** Requeues parked jobs whose group has room, for example after its limit was raised. */
export async function releaseParked(tx: Transaction, queue: Queue): Promise<void> {
  const next = await tx.rows<HandedOver>(
    'select handed.job, handed.data from (select distinct key from jobs.parked order by key) waiting, jobs.hand_over(waiting.key) handed',
  )
  await queue.insert(tx, next.map(toJob))
}

/** Returns the seconds that the oldest parked job has waited for a slot; null when none waits. */
export async function oldestParkedSeconds(sql: Sql): Promise<number | null> {
  const [row] = await sql.rows<{ seconds: number | null }>(
    'select extract(epoch from now() - min(parked_at))::float8 as seconds from jobs.parked',
  )
  return row?.seconds ?? null
}

/** Returns the number of jobs that wait for a slot. */
export async function countParked(sql: Sql): Promise<number> {
  const [row] = await sql.rows<{ count: number }>('select count(*)::int as count from jobs.parked')
  return row?.count ?? 0
}

const toJob = ({ job, data }: HandedOver) => ({ id: job, data })

/** Hashes long keys: they are user data, and PostgreSQL limits the size of index rows. */
const short = (key: string) => (key.length <= 200 ? key : createHash('sha256').update(key).digest('hex'))
