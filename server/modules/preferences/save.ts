import { type Ctx, type Source, serviceCtx, systemCtx } from '../../core/context.ts'
import { write } from '../../core/write/write.ts'
import { setTracking } from '../delivery/tracking/objection.ts'
import { readUnsubscribeToken } from '../delivery/tracking/tokens.ts'
import { resubscribe, unsubscribe } from '../delivery/tracking/unsubscribe.ts'
import { pauseEmails } from '../subscribers/state/pause.ts'
import { recordConsent } from '../subscribers/write/consent.ts'
import { lockAgainstDeletion } from '../subscribers/write/lock.ts'
import { tagSubscribers, untagSubscribers } from '../tags/tagging.ts'
import { countAttempt } from '../throttle/service.ts'
import { readPreferences } from './read.ts'
import type { LeaveReason } from './schema.ts'

/** Counts an attempt to change something on the page. Throws rate_limited. */
export const countChange = (source: Source): Promise<void> =>
  countAttempt(serviceCtx(), { attempt: 'preferences', source })

/** Unsubscribes from everything, like the unsubscribe link. */
export async function leave(token: string): Promise<void> {
  await unsubscribe(token, 'unsubscribe_link')
}

/** Undoes an unsubscribe. Returns whether emails are sent now, which is false after a bounce or a complaint. */
export async function comeBack(token: string): Promise<boolean> {
  return (await resubscribe(token))?.is_subscribed === true
}

/** Days for which emails can be paused. */
export const PAUSE_DAYS = [7, 30, 90] as const

/**
 * Turns topics on and off, which are tags of the subscriber. Only changes topics shown on the page, so newly added ones stay. Stores a
 * consent with the displayed text for each change (L3, L4). Does nothing for an invalid link.
 */
export async function saveTopics(
  token: string,
  { shown, chosen, source }: { shown: readonly number[]; chosen: readonly number[]; source: Source },
): Promise<void> {
  const ref = readUnsubscribeToken(token)
  if (!ref) return
  const { subscriber_id } = ref
  await write(systemCtx(ref.account_id), async (tx) => {
    if (!(await lockAgainstDeletion(tx, [subscriber_id])).has(subscriber_id)) return
    const topics = (await readPreferences(tx, ref))?.topics ?? []
    const changed = topics.filter(({ id, is_on }) => shown.includes(id) && is_on !== chosen.includes(id))
    const pairs = (isOn: boolean) =>
      changed.filter((topic) => topic.is_on !== isOn).map(({ id }) => ({ tag_id: id, subscriber_id }))
    if (pairs(true).length > 0) await tagSubscribers(tx, { pairs: pairs(true) })
    if (pairs(false).length > 0) await untagSubscribers(tx, { pairs: pairs(false) })
    for (const { name, is_on } of changed) {
      const text = `${is_on ? 'Switched off' : 'Switched on'}: ${name}`
      await recordConsent(tx, { subscriber_id, source: 'preferences', text, form_id: null, ip: source.ip })
    }
  })
}

/** Pauses emails for a number of days; 0 ends the pause. */
export async function savePause(token: string, { days }: { days: number }): Promise<void> {
  const ref = readUnsubscribeToken(token)
  if (!ref || (days !== 0 && !PAUSE_DAYS.some((one) => one === days))) return
  const ctx = systemCtx(ref.account_id)
  const until = days === 0 ? null : new Date(+ctx.now() + days * 86_400_000)
  await pauseEmails(ctx, { id: ref.subscriber_id, until })
}

/** Turns counting of the subscriber's opens and clicks on or off. */
export async function saveTracking(
  token: string,
  { is_on, source }: { is_on: boolean; source: Source },
): Promise<void> {
  const ref = readUnsubscribeToken(token)
  if (!ref) return
  const { account_id, subscriber_id: id } = ref
  await setTracking(systemCtx(account_id), { id, is_on, source: 'preferences', ip: source.ip })
}

/** Stores a subscriber's reason for leaving, replacing an earlier one. Does nothing unless they have left. */
export async function saveLeaveReason(
  token: string,
  { reason, comment }: { reason: LeaveReason; comment: string | null },
): Promise<void> {
  const ref = readUnsubscribeToken(token)
  if (!ref) return
  const ctx: Ctx = systemCtx(ref.account_id)
  await ctx.sql.run(
    `insert into leave_reason (account_id, subscriber_id, reason, comment, mail_id, given_at)
     select $1, s.id, $3, $4, (select m.id from mail m where m.account_id = $1 and m.id = $5), $6
     from subscriber s where s.account_id = $1 and s.id = $2 and s.state = 'cancelled' for key share
     on conflict (account_id, subscriber_id) do update
       set reason = excluded.reason, comment = excluded.comment, mail_id = excluded.mail_id, given_at = excluded.given_at`,
    [ref.subscriber_id, reason, comment, ref.mail_id, ctx.now()],
  )
}
