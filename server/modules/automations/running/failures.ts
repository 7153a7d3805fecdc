import type { Ctx } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import { outageOf } from '../../../db/connections/outage.ts'
import { isCollision } from '../../../db/errors.ts'
import { claimDue, lockLive, type Place } from './claim.ts'
import { Movement } from './moving.ts'
import { storeMovement } from './store.ts'

const PROBLEM = 'This step failed because of an error of the service. It is tried again.'

/** Holds the first due run, because its step fails with an unexpected error. */
export async function holdOne(
  ctx: Ctx,
  { automation_id, from, error }: { automation_id: number; from: Place | null; error: unknown },
): Promise<void> {
  const held = await write(ctx, async (tx) => {
    if (!(await lockLive(tx, { id: automation_id }))) return []
    const { runs } = await claimDue(tx, { automation_id, limit: 1, from })
    const movement = new Movement(tx.now())
    for (const run of runs) movement.hold(run, { problem: PROBLEM, retry: true })
    await storeMovement(tx, { automation_id, movement })
    return runs.map(({ run_id }) => run_id)
  })
  ctx.log.error({ err: error, automation_id, run_ids: held }, 'a step of an automation failed for a subscriber')
}

/** Returns whether a retry may succeed: another transaction or an outage caused the error. */
export const isTransient = (error: unknown): boolean => isCollision(error) || outageOf(error) !== undefined
