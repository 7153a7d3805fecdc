import { requeueStalled as requeue, type Stalled } from '../../core/requeue.ts'
import { type Expired, purgeExpired as purge } from '../../db/purge.ts'
import { cron, type JobDefinition } from '../job.ts'
import { inPass, withinBudget } from '../slices.ts'

/** A tick is skipped while an earlier run is open. */
const singleton = { mode: 'skip' } as const

/** The cron `<module>/purge-expired`: deletes the rows that the module lists, in slices. Each list has a retention time. */
export const purgeExpired = (module: string, schedule: string, expired: readonly Expired[]): JobDefinition =>
  cron({ id: `${module}/purge-expired`, schedule, singleton }, ({ now }, step) =>
    withinBudget(step, (budget) => purge(expired, { now: now(), budget })),
  )

/** The cron `<module>/requeue-stalled`: emits the job events of the listed rows again when their run was lost. */
export const requeueStalled = (module: string, schedule: string, stalled: readonly Stalled[]): JobDefinition =>
  cron({ id: `${module}/requeue-stalled`, schedule, singleton }, ({ now }) => requeue(stalled, { now: now() }))

type Position = number | string | Record<string, number>

interface Pass<P extends Position> {
  first: P
  /** Requeues work after a position. Returns the position where it stopped, or null at the end. */
  requeue: (input: { now: Date; after: P; budget_ms: number }) => Promise<P | null>
  /** Rows to requeue before the pass. */
  rows?: readonly Stalled[]
}

/** The same for work that no list of rows describes: a pass over due work in the order of a position, in slices. */
export const requeueStalledInPass = <P extends Position>(
  module: string,
  schedule: string,
  { first, requeue: requeueAfter, rows }: Pass<P>,
): JobDefinition =>
  cron({ id: `${module}/requeue-stalled`, schedule, singleton }, async ({ now }, step) => {
    if (rows) await step.run('rows', () => requeue(rows, { now: now() }))
    await inPass<P>(step, first, (after, budget_ms) => requeueAfter({ now: now(), after, budget_ms }))
  })
