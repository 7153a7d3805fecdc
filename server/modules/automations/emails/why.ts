import type { Ctx } from '../../../core/context.ts'
import { t } from '../../../lib/locale/texts.ts'
import {
  answer,
  decision,
  deliveryDecisions,
  existence,
  stateDecision,
  suppressedNow,
} from '../../delivery/evidence/chain.ts'
import { readDeliveryFacts, readSubscriberFacts } from '../../delivery/evidence/facts.ts'
import type { Decision, Why, WhyInput } from '../../delivery/evidence-schema.ts'
import type { EmailKey } from '../email-schema.ts'
import { getEmail } from './drafts.ts'

interface LastRun {
  state: 'ready' | 'waiting' | 'held' | 'completed' | 'left'
  entered_at: Date
  ended_at: Date | null
  due_at: Date | null
  problem: string | null
  reason: string | null
  is_at_email: boolean
}

/** Explains why a subscriber or address did or did not receive an email of an automation. Throws not_found. */
export async function explainAutomationEmail(ctx: Ctx, { id, ...who }: EmailKey & WhyInput): Promise<Why> {
  const { automation_id, automation_name } = await getEmail(ctx, { id })
  const subscriber = await readSubscriberFacts(ctx, who)
  const exists = existence(subscriber)
  if (subscriber.id === null) return answer(subscriber, [exists])
  const { mail_ids, run } = await readRun(ctx, { id, automation_id, subscriber_id: subscriber.id })
  const delivery = await readDeliveryFacts(ctx, { mail_ids, subscriber_id: subscriber.id })
  const entered = enteredDecision(automation_name, run)
  if (delivery) return answer(subscriber, [exists, entered, ...deliveryDecisions(delivery, subscriber)])
  if (!run) return answer(subscriber, [exists, entered])
  const before = [stateDecision(subscriber, ctx.now(), t`this was checked`), ...suppressedNow(subscriber)]
  return answer(subscriber, [exists, entered, ...before, whereDecision(run)])
}

async function readRun(
  ctx: Ctx,
  { id, automation_id, subscriber_id }: { id: number; automation_id: number; subscriber_id: number },
): Promise<{ mail_ids: number[]; run: LastRun | null }> {
  const [run] = await ctx.sql.rows<LastRun>(
    `select r.state, r.entered_at, r.ended_at, r.due_at, r.problem, r.reason,
       v.graph @> jsonb_build_object('steps', jsonb_build_array(jsonb_build_object('id', r.step_id,
         'action', jsonb_build_object('type', 'send_email', 'email_id', $4::int)))) as is_at_email
     from automation_run r
       join automation_version v on v.account_id = r.account_id and v.automation_id = r.automation_id and v.version = r.version
     where r.account_id = $1 and r.automation_id = $2 and r.subscriber_id = $3::bigint order by r.id desc limit 1`,
    [automation_id, subscriber_id, id],
  )
  const sent = await ctx.sql.rows<{ id: number }>(
    'select id from mail where account_id = $1 and automation_email_id = $2 order by id',
    [id],
  )
  return { mail_ids: sent.map(({ id }) => id), run: run ?? null }
}

const enteredDecision = (name: string, run: LastRun | null): Decision =>
  run
    ? decision('audience', 'yes', t`They entered the automation “${name}”.`, { at: run.entered_at })
    : decision('audience', 'no', t`They never entered the automation “${name}”.`)

/** Explains why no message was queued for someone who entered. */
function whereDecision({ state, is_at_email, problem, reason, due_at, ended_at }: LastRun): Decision {
  if (state === 'held' && is_at_email)
    return decision('email', 'waits', t`They are stuck at this email, which can’t be sent now.`, {
      detail: problem,
      at: due_at,
    })
  if (is_at_email && !ended_at) return decision('email', 'waits', t`It is the next step for them.`, { at: due_at })
  if (state === 'completed')
    return decision('email', 'no', t`They completed the automation on a path without this email.`, { at: ended_at })
  if (state === 'left')
    return decision('email', 'no', t`They left the automation before this email.`, {
      detail: reason && t`Reason: ${reason.replaceAll('_', ' ')}.`,
      at: ended_at,
    })
  return decision('email', 'waits', t`They are at another step of the automation.`, { at: due_at })
}
