import type { Ctx } from '../../../core/context.ts'
import { segmentsOf } from '../../segments/members.ts'

/** Maximum number of segments used by one email: each is evaluated for every batch of recipients. */
export const MAX_SEGMENTS = 20

/** Adds the named segments that each subscriber is in now. A sample subscriber is in none. */
export async function loadSegments(
  ctx: Ctx,
  rows: readonly { id: number; segments?: string[] }[],
  { names }: { names: readonly string[] },
): Promise<void> {
  if (names.length === 0) return
  const segments_of = await segmentsOf(ctx, { names, subscriber_ids: rows.map(({ id }) => id) })
  for (const row of rows) row.segments = segments_of.get(row.id) ?? []
}
