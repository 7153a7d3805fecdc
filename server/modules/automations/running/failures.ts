import type { Ctx } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import { outageOf } from '../../../db/connections/outage.ts'
import { isCollision } from '../../../db/errors.ts'
import { claimDue, lockLive, type Place } from './claim.ts'
import { Movement } from './moving.ts'
import { storeMovement } from './store.ts'

const PROBLEM = 'This step failed because of an error of the service. It is tried again.'

/** Holds the run that is due first, because its step fails with an error that no one expected. */
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

/** Returns whether the same work may succeed when it is repeated: another transaction or an outage ended it. */
export const isTransient = (error: unknown): boolean => isCollision(error) || outageOf(error) !== undefined
