import { statfs } from 'node:fs/promises'
import { systemPool } from '../../../core/context.ts'
import { type SampleName, saveSamples } from '../../../core/instance/figures.ts'
import { env } from '../../../env.ts'

/** Counting stops here, because a larger number tells administrators nothing new. */
const MAX_COUNTED = 100_000

const FIGURES_SQL = `select
  (select count(*) from account)::float8 as accounts,
  (select count(*) from account where created_at > $1::timestamptz - interval '30 days')::float8 as new_accounts,
  (select count(distinct account_id) from reputation_count
    where day > ($1::timestamptz at time zone 'UTC')::date - 7 and sent > 0)::float8 as active_senders,
  (select count(*) from (select from webhook_delivery where status = 'pending' limit ${MAX_COUNTED}) p)::float8
    + (select count(*) from (select from webhook_delivery where status = 'retrying' limit ${MAX_COUNTED}) r)::float8 as webhook_backlog,
  pg_database_size(current_database())::float8 as database_bytes`

interface SampleInput {
  now: Date
  /** Null if the jobs run on Inngest. */
  queue: { depth: number; wait_seconds: number } | null
}

/** Reads values that are not counted by events and stores them as current samples. The disk is the one of DATA_DIR on this server. */
export async function sampleFigures({ now, queue }: SampleInput): Promise<void> {
  const [{ rows }, disk] = await Promise.all([
    systemPool().query<Partial<Record<SampleName, number>>>(FIGURES_SQL, [now]),
    statfs(env().DATA_DIR).catch(() => null),
  ])
  const samples = Object.entries(rows[0] ?? {}) as [SampleName, number][]
  const queue_samples: [SampleName, number][] = queue
    ? [
        ['queue_depth', queue.depth],
        ['queue_wait_seconds', queue.wait_seconds],
      ]
    : []
  const space: [SampleName, number][] = disk
    ? [
        ['disk_bytes', disk.blocks * disk.bsize],
        ['disk_free_bytes', disk.bavail * disk.bsize],
      ]
    : []
  await saveSamples([...samples, ...queue_samples, ...space], now)
}
