import { z } from 'zod'
import type { FigureName } from '../../core/instance/figures.ts'
import type { CircuitKind } from '../transports/circuits/circuit.ts'
import { TESTED_PARTS } from './values-schema.ts'

export const SetupTest = z.object({ part: z.enum(TESTED_PARTS) })
export type SetupTest = z.output<typeof SetupTest>

export interface Figure {
  /** The last hour of a count, or the latest sample. Null: never sampled. */
  latest: number | null
  /** The last 24 hours of a count; null for samples. */
  day: number | null
  /** One value for each hour of `hours`. Null: not sampled in that hour. */
  per_hour: (number | null)[]
}

/** Figures of the instance. Times are UTC. */
export interface InstanceOverview {
  version: string
  /** Time of the samples, taken every ten minutes; null on a newly started instance. */
  sampled_at: string | null
  /** The start of each of the last 24 hours. */
  hours: string[]
  figures: Record<FigureName, Figure>
  /** The last successful backup, if daily backups are on. `made_at` is null if none has succeeded. */
  backup: { made_at: string | null; is_overdue: boolean } | null
  /** Transports that accept no messages of any account now, and the number of accounts refused separately. */
  refusing: { transport: string; kind: CircuitKind; since: string; reply: string }[]
  refused_accounts: number
  /** Number of accounts whose bounces wait for a decision. */
  bouncing_accounts: number
  days: { date: string; accounts: number | null; database_bytes: number | null }[]
}
