import { STATES } from '../../subscribers/values-schema.ts'
import type { WrittenRow } from '../rules/outcome.ts'
import type { StateCounts } from '../schema.ts'

/** Counts the states that rows give to new subscribers, and to known ones who leave. */
export function statesOf(rows: readonly { written?: WrittenRow | undefined }[]): StateCounts {
  const counts = Object.fromEntries(STATES.map((state) => [state, 0])) as StateCounts
  for (const { written } of rows) if (written?.became) counts[written.became] += 1
  return counts
}
