import type { Ctx } from '../../core/context.ts'
import { t } from '../../lib/locale/texts.ts'
import {
  answer,
  decision,
  deliveryDecisions,
  existence,
  stateDecision,
  suppressedNow,
} from '../delivery/evidence/chain.ts'
import {
  type DeliveryFacts,
  readDeliveryFacts,
  readSubscriberFacts,
  type SubscriberFacts,
} from '../delivery/evidence/facts.ts'
import type { Decision, Why, WhyInput } from '../delivery/evidence-schema.ts'
import type { EmailKey } from './composer-schema.ts'
import { readEmail } from './view.ts'

export interface SequenceWhyFacts {
  sequence: { name: string; active: boolean }
  email: { published: boolean; problem: string | null; created_at: Date; is_processed: boolean; is_passed: boolean }
  enrollment: {
    state: 'active' | 'completed' | 'stopped'
    added_at: Date
    run: number
    next_email_id: number | null
    next_at: Date | null
    completed_at: Date | null
  } | null
  subscriber: SubscriberFacts
  delivery: DeliveryFacts | null
  email_id: number
}

/** Explains why a subscriber or address did or did not get a sequence email, in at most nine queries. Throws not_found. */
export async function explainSequenceEmail(ctx: Ctx, { sequence_id, id, ...who }: EmailKey & WhyInput): Promise<Why> {
  await readEmail(ctx, { sequence_id, id })
  const subscriber = await readSubscriberFacts(ctx, who)
  const row = await ctx.sql.one<
    SequenceWhyFacts['email'] &
      SequenceWhyFacts['sequence'] & { enrollment: null | Record<string, string | number>; mail_ids: number[] }
  >(
    `select q.name, q.active, x.published, x.problem, x.created_at, to_jsonb(e) as enrollment,
       coalesce(x.id = any (e.processed_email_ids), false) as is_processed,
       coalesce(x.position <= e.last_position, false) as is_passed,
       array(select m.id from mail m where m.account_id = $1 and m.sequence_email_id = x.id) as mail_ids
     from sequence_email x join sequence q on q.account_id = $1 and q.id = x.sequence_id
       left join enrollment e on e.account_id = $1 and e.sequence_id = q.id and e.subscriber_id = $3::bigint
     where x.account_id = $1 and x.id = $2`,
    [id, subscriber.id],
  )
  if (!row) throw new Error('The email was read before')
  const { name, active, published, problem, created_at, is_processed, is_passed, mail_ids } = row
  const delivery = subscriber.id ? await readDeliveryFacts(ctx, { mail_ids, subscriber_id: subscriber.id }) : null
  const decisions = sequenceDecisions(
    {
      sequence: { name, active },
      email: { published, problem, created_at, is_processed, is_passed },
      enrollment: row.enrollment && enrollmentOf(row.enrollment),
      subscriber,
      delivery,
      email_id: id,
    },
    ctx.now(),
  )
  return answer(subscriber, decisions)
}

function enrollmentOf(row: Record<string, string | number | null>): NonNullable<SequenceWhyFacts['enrollment']> {
  const date = (value: string | number | null | undefined) => (value ? new Date(value) : null)
  return {
    state: row.state as 'active' | 'completed' | 'stopped',
    added_at: new Date(row.added_at ?? 0),
    run: Number(row.run),
    next_email_id: row.next_email_id === null ? null : Number(row.next_email_id),
    next_at: date(row.next_at),
    completed_at: date(row.completed_at),
  }
}

/** Returns the decisions about an email, in the order they were made. */
export function sequenceDecisions(facts: SequenceWhyFacts, now: Date): Decision[] {
  const { enrollment, subscriber, delivery } = facts
  const exists = existence(subscriber)
  if (subscriber.id === null) return [exists]
  if (!enrollment && !delivery) {
    const text = t`They were never added to the sequence “${facts.sequence.name}”, or were removed from it.`
    return [exists, decision('audience', 'no', text)]
  }
  const added = enrollment
    ? decision('audience', 'yes', t`They were added to the sequence “${facts.sequence.name}”.`, {
        at: enrollment.added_at,
        detail: enrollment.run > 1 ? t`They are in run ${enrollment.run}.` : null,
      })
    : decision('audience', 'yes', t`They were in the sequence, and were removed since.`)
  if (delivery) return [exists, added, ...deliveryDecisions(delivery, subscriber)]
  return [exists, added, ...notEnqueued(facts, now)]
}

function notEnqueued({ enrollment, email, email_id, sequence, subscriber }: SequenceWhyFacts, now: Date): Decision[] {
  const before = [stateDecision(subscriber, now, t`this was checked`), ...suppressedNow(subscriber)]
  const isNext = enrollment?.next_email_id === email_id
  if (enrollment?.state === 'stopped')
    return [
      ...before,
      decision('state', 'no', t`They left the sequence because they could not receive email when one was due.`, {
        at: enrollment.completed_at,
      }),
    ]
  if (!email.published)
    return [...before, decision('email', 'no', t`The email is not published, so the sequence skips it.`)]
  if (enrollment?.state === 'completed')
    return [
      ...before,
      decision('email', 'no', t`They had completed the sequence before this email was published.`, {
        at: enrollment.completed_at,
      }),
    ]
  if (email.is_processed)
    return [...before, decision('email', 'unknown', t`This run passed it, and no message was recorded.`)]
  if (email.is_passed)
    return [
      ...before,
      decision('email', 'no', t`They were past its position when it was published or moved, so they skip it.`),
    ]
  if (!sequence.active)
    return [
      ...before,
      decision('email', 'waits', t`The sequence is paused. They keep their position.`, {
        at: enrollment?.next_at ?? null,
      }),
    ]
  if (email.problem && isNext)
    return [
      ...before,
      decision('email', 'waits', t`They wait for this email, which cannot be sent now.`, {
        detail: email.problem,
        at: enrollment?.next_at ?? null,
      }),
    ]
  if (isNext)
    return [
      ...before,
      decision('email', 'waits', t`It is the next email for them.`, { at: enrollment?.next_at ?? null }),
    ]
  return [...before, decision('email', 'waits', t`The sequence sends other emails first.`, { at: null })]
}
