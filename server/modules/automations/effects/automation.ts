import { enter } from '../entering/enter.ts'
import { type Effect, failAll, outcomesOf } from './outcome.ts'

const DELETED = 'The automation that this step starts was deleted. Choose another one and publish the automation.'
const NOT_LIVE = 'The automation that this step starts is not live. Publish or resume it.'

/** The other automation decides whether they may enter again. */
export const startAutomation: Effect<'start_automation'> = async (tx, set, { automation_id }) => {
  const other = await tx.db.automation.findFirst({
    where: { id: automation_id, deleted_at: null },
    select: { state: true },
  })
  if (!other) return failAll(set, DELETED, { retry: false })
  if (other.state !== 'live') return failAll(set, NOT_LIVE, { retry: true })
  const { runs } = await enter(tx, {
    automation_id,
    entries: set.runs.map(({ run_id, subscriber_id }) => ({
      subscriber_id,
      trigger_id: null,
      data: { started_by: set.automation_id, run_id },
    })),
  })
  const entered = new Set(runs.map(({ subscriber_id }) => subscriber_id))
  const others = set.runs.flatMap(({ subscriber_id }) => (entered.has(subscriber_id) ? [] : [subscriber_id]))
  return outcomesOf(set, new Set(others), { passed: true, data: { unchanged: true } })
}
