import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { setTracking } from '../delivery/tracking/objection.ts'

/** Stops counting the opens and clicks of a subscriber who objected. Only the subscriber can turn it back on. Throws not_found. */
export async function stopTracking(ctx: Ctx, { id }: { id: number }): Promise<void> {
  if (!(await setTracking(ctx, { id, is_on: false, source: 'manual', ip: null }))) throw notFound()
}
