import type { Ctx } from '../../../core/context.ts'
import { acquireAdvisoryLock, write } from '../../../core/write/write.ts'
import { switchTracking } from '../../subscribers/state/tracking.ts'
import { recordConsent } from '../../subscribers/write/consent.ts'
import { SETTLING_LOCK } from './activity.ts'

interface TrackingChoice {
  id: number
  is_on: boolean
  /** Author of the choice: the subscriber on the preference page, or the creator for them. */
  source: 'preferences' | 'manual'
  ip: string | null
}

/**
 * Sets whether a subscriber's opens and clicks are counted. Switching it off deletes earlier ones, so segments, automations and profiles no
 * longer use them; reports keep their totals (L4, L6). Returns false without such a subscriber.
 */
export function setTracking(ctx: Ctx, { id, is_on, source, ip }: TrackingChoice): Promise<boolean> {
  return write(ctx, async (tx) => {
    // Prevents the settling job from storing data it read earlier.
    await acquireAdvisoryLock(tx, SETTLING_LOCK)
    const isChanged = await switchTracking(tx, { id, is_on })
    if (!isChanged) return isChanged !== undefined
    if (!is_on) for (const statement of COUNTED) await tx.sql.run(statement, [id])
    const text = `${is_on ? 'Switched on' : 'Switched off'}: counting of opens and clicks`
    await recordConsent(tx, { subscriber_id: id, source, text, form_id: null, ip })
    return true
  })
}

/** Deletes stored opens and clicks of one subscriber. A trigger on `delivery` updates the engagement of the last 90 days. */
const COUNTED = [
  'delete from engagement_hit where account_id = $1 and subscriber_id = $2',
  'delete from engagement where account_id = $1 and subscriber_id = $2',
  `update delivery set opened_at = null, clicked_at = null, last_opened_at = null, last_clicked_at = null, opens = 0, clicks = 0
   where account_id = $1 and subscriber_id = $2 and (opened_at is not null or clicked_at is not null)`,
]
