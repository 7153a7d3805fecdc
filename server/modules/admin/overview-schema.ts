import { z } from 'zod'
import type { FigureName } from '../../core/instance/figures.ts'
import type { CircuitKind } from '../transports/circuits/circuit.ts'
import { TESTED_PARTS } from './values-schema.ts'

export const SetupTest = z.object({ part: z.enum(TESTED_PARTS) })
export type SetupTest = z.output<typeof SetupTest>

export interface Figure {
  /** For a count, the last hour; for a sample, the last one. Null: never sampled. */
  latest: number | null
  /** The last 24 hours of a count; null for samples. */
  day: number | null
  /** One for each hour of `hours`. Null: not sampled in that hour. */
  per_hour: (number | null)[]
}

/** The instance in figures. Times are UTC. */
export interface InstanceOverview {
  version: string
  /** When the samples were read, every ten minutes; null on an instance that was just started. */
  sampled_at: string | null
  /** The beginnings of the last 24 hours. */
  hours: string[]
  figures: Record<FigureName, Figure>
  /** The last backup that succeeded, if backups are made each day; `made_at` is null if none has. */
  backup: { made_at: string | null; is_overdue: boolean } | null
  /** Transports that take no messages now: of everyone, and of how many accounts. */
  refusing: { transport: string; kind: CircuitKind; since: string; reply: string }[]
  refused_accounts: number
  /** Accounts with bounces that wait for a decision. */
  bouncing_accounts: number
  days: { date: string; accounts: number | null; database_bytes: number | null }[]
}
