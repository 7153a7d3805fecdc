import type { Ctx } from '../../../core/context.ts'
import { segmentsOf } from '../../segments/members.ts'

/** Segments that one email may ask for: each is asked about every batch of recipients. */
export const MAX_SEGMENTS = 20

/** Adds which of the named segments each subscriber is in now. Someone who does not exist, such as a sample, is in none. */
export async function loadSegments(
  ctx: Ctx,
  rows: readonly { id: number; segments?: string[] }[],
  { names }: { names: readonly string[] },
): Promise<void> {
  if (names.length === 0) return
  const segments_of = await segmentsOf(ctx, { names, subscriber_ids: rows.map(({ id }) => id) })
  for (const row of rows) row.segments = segments_of.get(row.id) ?? []
}
