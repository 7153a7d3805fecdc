import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { t, text } from '../../../lib/locale/texts.ts'
import {
  answer,
  decision,
  deliveryDecisions,
  existence,
  stateDecision,
  suppressedNow,
} from '../../delivery/evidence/chain.ts'
import {
  type DeliveryFacts,
  readDeliveryFacts,
  readSubscriberFacts,
  type SubscriberFacts,
} from '../../delivery/evidence/facts.ts'
import type { Decision, Why, WhyInput } from '../../delivery/evidence-schema.ts'
import { isUnchosen, NO_AUDIENCE } from '../compose/audience.ts'
import {
  type AudienceFacts,
  type ConditionFacts,
  evaluateAudience,
  KeptAudience,
  keepAudience,
} from '../compose/kept-audience.ts'
import type { BroadcastStatus, Excluded, SubscriberFilter } from '../schema.ts'

interface BroadcastFacts {
  status: BroadcastStatus
  send_at: Date | null
  stopped_at: Date | null
  problem: string | null
  subscriber_filter: SubscriberFilter | null
  excluded: Excluded | null
  mail_id: number | null
  started_at: Date | null
  resend_of: number | null
  /** The last subscriber considered as a recipient, and when all were. */
  enqueued_to: number
  enqueued_at: Date | null
  aborted_at: Date | null
  kept: unknown
}

export interface BroadcastWhyFacts {
  broadcast: Omit<BroadcastFacts, 'subscriber_filter' | 'excluded' | 'mail_id' | 'kept'>
  subscriber: SubscriberFacts
  delivery: DeliveryFacts | null
  audience: AudienceFacts
  /** True if the audience was stored when sending began. False for drafts and older broadcasts. */
  is_kept: boolean
}

/** Explains why a subscriber or address did or did not get a broadcast, in at most nine queries. Throws not_found. */
export async function explainBroadcast(ctx: Ctx, { id, ...who }: { id: number } & WhyInput): Promise<Why> {
  const [broadcast, subscriber] = await Promise.all([readBroadcastFacts(ctx, id), readSubscriberFacts(ctx, who)])
  const kept_audience = KeptAudience.safeParse(broadcast.kept)
  const audience = kept_audience.success
    ? kept_audience.data
    : isUnchosen(broadcast.subscriber_filter)
      ? null
      : await keepAudience(ctx, broadcast)
  const subscriber_id = subscriber.id
  const [delivery, facts] = await Promise.all([
    subscriber_id && broadcast.mail_id
      ? readDeliveryFacts(ctx, { mail_ids: [broadcast.mail_id], subscriber_id })
      : null,
    subscriber_id && audience ? evaluateAudience(ctx, { audience, subscriber_id }) : UNCHOSEN,
  ])
  return answer(
    subscriber,
    broadcastDecisions({ broadcast, subscriber, delivery, audience: facts, is_kept: kept_audience.success }, ctx.now()),
  )
}

async function readBroadcastFacts(ctx: Ctx, id: number): Promise<BroadcastFacts> {
  const row = await ctx.sql.one<BroadcastFacts>(
    `select b.status::text, b.send_at, b.stopped_at, b.problem, b.resend_of, b.subscriber_filter, b.excluded, m.id as mail_id, m.started_at,
       coalesce(m.enqueued_to, 0) as enqueued_to, m.enqueued_at, m.aborted_at, m.audience as kept
     from broadcast b left join mail m on m.account_id = b.account_id and m.broadcast_id = b.id
     where b.account_id = $1 and b.id = $2`,
    [id],
  )
  if (!row) throw notFound()
  return row
}

/** Returns the decisions about a recipient, in the order they were made. */
export function broadcastDecisions(facts: BroadcastWhyFacts, now: Date): Decision[] {
  const { broadcast, subscriber, delivery } = facts
  const exists = existence(subscriber)
  if (subscriber.id === null) return [exists]
  if (delivery)
    return [
      exists,
      decision('email', 'yes', t`The broadcast was started.`, { at: broadcast.started_at }),
      includedBy(facts),
      ...deliveryDecisions(delivery, subscriber),
    ]
  if (broadcast.started_at === null) return [exists, notStarted(broadcast), ...wouldReceive(facts, now)]
  const started = decision('email', 'yes', t`The broadcast was started.`, { at: broadcast.started_at })
  const is_reached = broadcast.enqueued_at !== null || subscriber.id <= broadcast.enqueued_to
  if (!is_reached) return [exists, started, notReached(broadcast)]
  const at = broadcast.enqueued_at ?? now
  const state = stateDecision(subscriber, at, t`recipients were determined`)
  return state.result === 'no' ? [exists, started, state] : [exists, started, state, leftOut(facts, at)]
}

function notStarted({ status, send_at, problem }: BroadcastWhyFacts['broadcast']): Decision {
  if (status === 'scheduled') return decision('email', 'waits', t`The broadcast is scheduled.`, { at: send_at })
  if (status === 'aborted')
    return decision('email', 'no', t`The broadcast was canceled before sending began.`, { detail: problem })
  return decision('email', 'no', t`The broadcast is a draft and has not been sent.`)
}

function notReached({ aborted_at, stopped_at, problem }: BroadcastWhyFacts['broadcast']): Decision {
  if (aborted_at)
    return decision('email', 'no', t`Sending was canceled before this subscriber was reached.`, {
      at: aborted_at,
      detail: problem,
    })
  if (stopped_at)
    return decision('email', 'waits', t`Sending is paused, and this subscriber has not been reached.`, {
      at: stopped_at,
      detail: problem,
    })
  return decision('email', 'waits', t`Sending has not reached this subscriber yet.`)
}

/** Returns current decisions about a broadcast that has not started. */
function wouldReceive({ broadcast, audience, subscriber }: BroadcastWhyFacts, now: Date): Decision[] {
  const before = [stateDecision(subscriber, now, t`this was checked`), ...suppressedNow(subscriber)]
  if (audience.group !== 'everyone' && audience.conditions.length === 0)
    return [...before, decision('audience', 'no', `${text(NO_AUDIENCE)}.`)]
  const matches = isIn(audience)
  if (matches === null)
    return [...before, decision('audience', 'unknown', t`It is unknown whether they are in the audience.`)]
  // A resend limits its audience further when it is sent.
  if (matches && broadcast.resend_of !== null)
    return [...before, decision('audience', 'unknown', t`Decided when it is sent: ${resendText()}.`)]
  const reason = because(audience, matches)
  return [
    ...before,
    matches
      ? decision('audience', 'yes', t`They are in the audience now: ${reason}.`)
      : decision('audience', 'no', t`They are not in the audience now: ${reason}.`),
  ]
}

const resendText = () =>
  t`a resend goes to those who received the original and are known not to have opened or clicked it`

/** A row in the ledger proves that they were in the audience. */
function includedBy({ broadcast, audience }: BroadcastWhyFacts): Decision {
  const at = broadcast.enqueued_at ?? broadcast.started_at
  if (isIn(audience))
    return decision('audience', 'yes', t`They were in the audience: ${because(audience, true)}.`, { at })
  return decision('audience', 'yes', t`They were in the audience.`, {
    at,
    detail: t`The condition is no longer known: their tags or data have changed since.`,
  })
}

function leftOut({ audience, is_kept, broadcast }: BroadcastWhyFacts, at: Date): Decision {
  const { group, conditions } = audience
  const matches = isIn(audience)
  if (matches === false) {
    return decision('audience', 'no', t`They were not in the audience: ${because(audience, false)}.`, {
      at,
      detail: is_kept
        ? t`The audience is checked as it was then, with their current tags and data.`
        : t`The audience is checked as it is now, with their current tags and data.`,
    })
  }
  if (broadcast.resend_of !== null)
    return decision('audience', 'no', t`They were not in the audience: ${resendText()}.`, {
      at,
    })
  const later = conditions.find(({ since }) => since !== null && since > at)
  if (later && group !== 'none')
    return decision('audience', 'no', t`They were not in the audience: the tag “${later.name}” was added later.`, {
      at: later.since,
    })
  return decision('audience', 'no', t`They were not in the audience when recipients were determined.`, {
    at,
    detail: t`The missing condition is no longer known: they match today, because their tags or data have changed since.`,
  })
}

/** Returns whether the conditions include someone in the audience. Null: too many were not evaluated. */
export function isIn({ group, conditions, excluded }: AudienceFacts): boolean | null {
  const is_reached = isReached(group, conditions)
  const isLeftOut = anyOf(excluded)
  if (is_reached === false || isLeftOut) return false
  return isLeftOut === null ? null : is_reached
}

/** Returns whether any condition matches. Null: this depends on one that was not evaluated. */
function anyOf(conditions: readonly ConditionFacts[]): boolean | null {
  const results = conditions.map(({ matches }) => matches)
  return results.includes(true) ? true : results.includes(null) ? null : false
}

function isReached(group: KeptAudience['group'], conditions: readonly ConditionFacts[]): boolean | null {
  const results = conditions.map(({ matches }) => matches)
  if (group === 'everyone') return true
  if (group === 'all') return results.includes(false) ? false : results.includes(null) ? null : true
  const any = anyOf(conditions)
  return group === 'any' || any === null ? any : !any
}

const NAMED = 5
const UNCHOSEN: AudienceFacts = { group: 'any', conditions: [], excluded: [] }

/** Names the deciding conditions. */
function because({ group, conditions, excluded }: AudienceFacts, is_in: boolean): string {
  const named = (wanted: boolean, among = conditions) => {
    const found = among.filter(({ matches }) => matches === wanted).map(describe)
    const shown = found.slice(0, NAMED).join(', ')
    return found.length > NAMED ? t`${shown} and ${found.length - NAMED} more` : shown
  }
  if (!is_in && anyOf(excluded)) return t`they are in ${named(true, excluded)}, which it leaves out`
  if (group === 'everyone') return t`it is for everyone`
  if (group === 'none')
    return is_in ? t`they are in none of ${named(false)}` : t`they are in ${named(true)}, which it leaves out`
  return is_in ? t`they are in ${named(true)}` : t`they are not in ${named(false)}`
}

const describe = ({ type, name }: ConditionFacts) => (type === 'tag' ? t`the tag “${name}”` : t`the segment “${name}”`)
