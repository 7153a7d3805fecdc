import type { Tx } from '../../../core/write/write.ts'
import type { Checklist } from '../composer-schema.ts'
import { versionName, versionsOf } from '../plan/plan.ts'
import { predict } from '../plan/prediction.ts'
import type { StoredBroadcast } from '../view.ts'
import { NotSendable, requireSendable } from './requirements.ts'

/** Checks each version of an A/B test as `requireSendable`, and the requirements of its plan. */
export async function requirePlanned(tx: Tx, broadcast: StoredBroadcast): Promise<Checklist> {
  const [first, ...others] = versionsOf(broadcast)
  const checklist = await requireSendable(tx, first ?? broadcast)
  for (const [index, version] of others.entries()) {
    await requireSendable(tx, version).catch((error: unknown) => {
      if (!(error instanceof NotSendable)) throw error
      throw new NotSendable(error.messages.map((message) => `${versionName(index + 2)}: ${message}`))
    })
  }
  if (!broadcast.plan) return checklist
  const { problems } = await predict(tx, broadcast, checklist.audience_count)
  if (problems.length > 0) throw new NotSendable(problems)
  return checklist
}
