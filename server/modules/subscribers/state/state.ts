import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { subscribedEventTypes } from '../../../core/events/events.ts'
import { ACCOUNT_SQL, emitSql, isSubscribedSql } from '../../../core/events/sql.ts'
import { writeStatement } from '../../../core/write/statement.ts'
import { write } from '../../../core/write/write.ts'
import { ONE_PLAN } from '../../../db/statements/one-plan.ts'
import type { State } from '../schema.ts'
import { ONE_SUBSCRIBER_COLUMNS, readSubscribers } from '../view.ts'
import { liftBounces, suppressAddresses } from './suppression.ts'

/** Transitions of a subscriber's state (contract 8.2.2). Other states than `from` do not change. */
const TRANSITIONS = {
  confirm: { from: ['inactive'], to: 'active', event: 'subscriber.activated' },
  unsubscribe: {
    from: ['active', 'inactive', 'bounced', 'complained'],
    to: 'cancelled',
    event: 'subscriber.unsubscribed',
  },
  bounce: { from: ['active'], to: 'bounced', event: 'subscriber.bounced' },
  /** Not from cancelled: only the subscriber may leave that state, and others can be reactivated without them. */
  complain: { from: ['active', 'inactive', 'bounced'], to: 'complained', event: 'subscriber.complained' },
  /** By the subscriber, for example with a form; never by the API. */
  resubscribe: { from: ['cancelled'], to: 'active', event: 'subscriber.activated' },
  /** As `resubscribe`, before the subscriber has confirmed. */
  resubscribe_unconfirmed: { from: ['cancelled'], to: 'inactive', event: null },
  /** The subscriber confirmed a new sign-up, or an editor, or a program with their rights, knows that the mailbox works. */
  restore: { from: ['bounced'], to: 'active', event: 'subscriber.activated' },
} as const satisfies Record<string, { from: State[]; to: State; event: `subscriber.${string}` | null }>

export type Transition = keyof typeof TRANSITIONS

export type Cause =
  | 'api'
  | 'dashboard'
  | 'import'
  | 'form'
  | 'unsubscribe_link'
  | 'one_click'
  | 'bounce'
  | 'complaint'
  | 'confirmation'
  | 'purchase'
  | 'automation'

/** Moves subscribers to another state and returns the moved ids. `mail_id`: the email that caused it; `note`: a member's reason. */
export function changeState(
  ctx: Ctx,
  {
    ids,
    transition,
    cause,
    mail_id = null,
    note = null,
  }: {
    ids: readonly number[]
    transition: Transition
    cause: Cause
    mail_id?: number | null
    note?: string | null
  },
): Promise<number[]> {
  const { from, to, event } = TRANSITIONS[transition]
  return write(ctx, async (tx) => {
    const moved = await tx.sql.rows<{ id: number; email_address: string }>(
      `with ${MOVED} select id, email_address from moved`,
      [ids, from, to, tx.now(), cause, mail_id, note],
    )
    const changed = moved.map(({ id }) => id)
    const email_addresses = moved.map(({ email_address }) => email_address)
    // The list outlives the subscriber, so an address that is deleted and imported again gets no email.
    if (transition === 'bounce') await suppressAddresses(tx, { email_addresses, reason: 'hard_bounce', source: cause })
    if (transition === 'complain') await suppressAddresses(tx, { email_addresses, reason: 'complaint', source: cause })
    if (to === 'active') await liftBounces(tx, { email_addresses })
    if (to === 'active' && changed.length > 0) tx.emit('subscriber.became_mailable', { subscriber_ids: changed })
    if (!event || changed.length === 0 || subscribedEventTypes(tx, [event]).size === 0) return changed
    const subscribers = await readSubscribers(tx, changed)
    for (const id of new Set(ids)) {
      const subscriber = subscribers.get(id)
      if (subscriber) tx.emit(event, { subscriber })
    }
    return changed
  })
}

/** Moves the subscribers of `$2` from one of the states of `$3` to `$4`, and records each change. */
const MOVED = `target as (
    select id, state from subscriber
    where account_id = $1 and id = any ($2::bigint[]) and state = any ($3::subscriber_state[])
    order by email_address for no key update
  ), moved as (
    update subscriber s set state = $4::subscriber_state, updated_at = $5::timestamptz, soft_bounces = 0,
      canceled_at = case when $4::subscriber_state = 'cancelled' then $5::timestamptz end
    from target where s.account_id = $1 and s.id = target.id
    returning s.account_id, s.id, s.first_name, s.email_address, s.state, s.created_at, s.fields, target.state as from_state
  ), logged as (
    insert into state_change (account_id, subscriber_id, from_state, to_state, cause, mail_id, occurred_at, note)
    select $1, id, from_state, $4::subscriber_state, $6, $7::int, $5::timestamptz, $8::text from moved
  )`

/** Unsubscribes one subscriber in one statement. Throws not_found. Repeating it changes nothing. */
export async function unsubscribeOne(ctx: Ctx, { id, cause }: { id: number; cause: Cause }): Promise<void> {
  const { from, to } = TRANSITIONS.unsubscribe
  const values = [[id], from, to, ctx.now(), cause, null, null]
  const { is_found } = await writeStatement<{ is_found: boolean }>(ctx, UNSUBSCRIBE, values)
  if (!is_found) throw notFound()
}

const UNSUBSCRIBE = `${ONE_PLAN}with account as materialized (${ACCOUNT_SQL}), ${MOVED}, event as (
    select '${TRANSITIONS.unsubscribe.event}' as type, json_build_object('subscriber', row_to_json(a)) as data
    from (select ${ONE_SUBSCRIBER_COLUMNS} from moved t) a where ${isSubscribedSql(TRANSITIONS.unsubscribe.event)}
  )
  select exists (select from subscriber where account_id = $1 and id = any ($2::bigint[])) as is_found, ${emitSql({ at: '$5', repeats: false })}`
