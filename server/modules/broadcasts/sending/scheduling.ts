import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { t } from '../../../lib/locale/texts.ts'
import { requirePlanned } from '../compose/plan-requirements.ts'
import { emptyAudience } from '../compose/requirements.ts'
import type { Checklist, ScheduleInput, SendInput } from '../composer-schema.ts'
import { zonedStart } from '../plan/plan.ts'
import type { Broadcast } from '../schema.ts'
import { lockBroadcast, readBroadcast } from '../view.ts'
import { requireReviewed } from './reviewed.ts'
import { applySendAt, requireEditable, schedule } from './sending.ts'

// Sending and scheduling from the dashboard. The time for "Undo" is a due time in the row: until then the broadcast is scheduled, so it
// starts on time even after a restart, and "Undo" makes it a draft like any scheduled broadcast (decision 0075).

/**
 * Schedules from the dashboard. On /v4 a past `send_at` sends immediately (contract 8.10.7); in the dashboard it is probably a mistake.
 * Throws invalid for a past time, a broadcast that cannot change, or missing parts; conflict if it changed after the review.
 */
export function scheduleBroadcast(ctx: Ctx, { id, send_at, reviewed }: ScheduleInput): Promise<Broadcast> {
  if (send_at <= ctx.now()) throw invalid('Choose a time in the future, or send now')
  return setSendAt(ctx, { id, send_at, reviewed })
}

/** Turns a scheduled broadcast back into a draft. Throws invalid when it is sending, sent or aborted. */
export const unscheduleBroadcast = (ctx: Ctx, { id }: { id: number }) => setSendAt(ctx, { id, send_at: null })

/**
 * Sends after the account's time for "Undo", or immediately with `skip_undo`. By time zones, schedules it for the first zone. Throws
 * invalid if it cannot change, a part is missing, or it has no recipients; conflict if it changed after the review.
 */
export function sendBroadcastNow(ctx: Ctx, { id, skip_undo = false, reviewed }: SendInput): Promise<Broadcast> {
  return write(ctx, async (tx) => {
    const broadcast = await lockBroadcast(tx, { id })
    requireEditable(broadcast)
    requireReviewed(broadcast, reviewed)
    const start = zonedStart(broadcast.plan, tx.now())
    if (start && start > tx.now()) {
      await applySendAt(tx, broadcast, start)
      return readBroadcast(tx, { id })
    }
    const undo_seconds = skip_undo ? 0 : await readUndoSeconds(tx)
    if (undo_seconds === 0) {
      requireRecipients(await applySendAt(tx, broadcast, tx.now()))
      return readBroadcast(tx, { id })
    }
    requireRecipients(await requirePlanned(tx, broadcast))
    const send_at = new Date(tx.now().getTime() + undo_seconds * 1_000)
    await schedule(tx, broadcast, { send_at, undo_until: send_at })
    return readBroadcast(tx, { id })
  })
}

async function readUndoSeconds(tx: Tx): Promise<number> {
  const { undo_seconds } = await tx.db.account.findFirstOrThrow({ select: { undo_seconds: true } })
  return undo_seconds
}

function requireRecipients(checklist: Checklist | null): void {
  if (checklist?.audience_count === 0)
    throw invalid(t`${emptyAudience(checklist)}. Choose another audience, or schedule the broadcast.`)
}

interface SendAt {
  id: number
  send_at: Date | null
  reviewed?: string | undefined
}

function setSendAt(ctx: Ctx, { id, send_at, reviewed }: SendAt): Promise<Broadcast> {
  return write(ctx, async (tx) => {
    const broadcast = await lockBroadcast(tx, { id })
    requireEditable(broadcast)
    requireReviewed(broadcast, reviewed)
    await applySendAt(tx, broadcast, send_at)
    return readBroadcast(tx, { id })
  })
}
