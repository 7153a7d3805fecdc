import { iso } from '../../../core/wire.ts'
import { countText, numberText } from '../../../lib/locale/formats.ts'
import { t } from '../../../lib/locale/texts.ts'
import type { Decision, Why } from '../evidence-schema.ts'
import type { DeliveryFacts, SubscriberFacts } from './facts.ts'
import {
  attemptsText,
  capital,
  causeOf,
  clickText,
  earlierText,
  evidenceText,
  failureText,
  holdText,
  listedText,
  openText,
  stateText,
} from './texts.ts'

// Pure functions over loaded facts, shared by broadcasts and sequence emails.

type Detail = { detail?: string | null; at?: Date | null }

export const decision = (
  step: Decision['step'],
  result: Decision['result'],
  text: string,
  { detail = null, at = null }: Detail = {},
): Decision => ({ step, result, text, detail: detail || null, at: at && iso(at) })

/** Summarizes a chain: its first `no`, else a pending or unknown decision, else that the email was sent. */
export function answer(subscriber: SubscriberFacts, decisions: readonly Decision[]): Why {
  const firstOf = (result: Decision['result']) => decisions.find((one) => one.result === result)
  const sent = decisions.find(({ step, result }) => step === 'outcome' && result === 'yes')
  const settled = sent ?? firstOf('no') ?? firstOf('waits') ?? firstOf('unknown')
  const got = sent ? 'yes' : settled?.result === 'no' ? 'no' : settled?.result === 'waits' ? 'not_yet' : 'unknown'
  return {
    got,
    summary: settled?.text ?? t`The reason is unknown.`,
    email_address: subscriber.email_address,
    subscriber_id: subscriber.id,
    decisions: [...decisions],
  }
}

/** Decides whether the subscriber exists. */
export function existence({ id, created_at, suppressed, email_address }: SubscriberFacts): Decision {
  if (id === null)
    return decision(
      'subscriber',
      'no',
      email_address
        ? t`No subscriber has the address ${email_address}.`
        : t`No subscriber has the address of this link.`,
      {
        detail: suppressed && t`The address is on the suppression list: ${listedText(suppressed) ?? suppressed}.`,
      },
    )
  return decision('subscriber', 'yes', t`A subscriber has this address.`, { at: created_at })
}

export interface StateThen {
  state: string
  since: Date | null
  how: string | null
}

/** Returns the state at a time, from the history. Undefined: the subscriber did not exist. */
export function stateAt({ changes, state, created_at }: SubscriberFacts, at: Date): StateThen | undefined {
  if (created_at && created_at > at) return undefined
  const last = changes.findLast(({ occurred_at }) => occurred_at <= at)
  if (last) return { state: last.to_state, since: last.occurred_at, how: causeOf(last.cause) }
  // Every change is recorded, so the first later change started from the state at that time.
  const next = changes[0]
  return { state: next ? (next.from_state ?? 'inactive') : (state ?? 'inactive'), since: null, how: null }
}

/** Decides whether the state allowed email when the recipients were determined. */
export function stateDecision(subscriber: SubscriberFacts, at: Date, when: string): Decision {
  const then = stateAt(subscriber, at)
  if (!then) return decision('state', 'no', t`They joined after ${when}.`, { at: subscriber.created_at })
  const { state, since, how } = then
  if (state === 'active') return decision('state', 'yes', t`They were active when ${when}.`, { at: since })
  const text = t`They were ${stateText(state) ?? state} when ${when}.`
  return decision('state', 'no', text, { at: since, detail: how && t`${capital(stateText(state) ?? state)} ${how}.` })
}

/** Returns a decision if a suppression list has the address now. */
export function suppressedNow({ suppressed }: SubscriberFacts): Decision[] {
  if (!suppressed) return []
  const detail = t`On the list: ${listedText(suppressed) ?? suppressed}.`
  return [decision('suppression', 'no', t`The address is on a suppression list.`, { detail })]
}

/** Decisions about a stored message, until it was sent or not. */
export function deliveryDecisions(delivery: DeliveryFacts, subscriber: SubscriberFacts): Decision[] {
  const { state, reason } = delivery
  if (state === 'excluded') return [excluded(delivery, subscriber)]
  const { version } = delivery
  const passed = [
    ...(version ? [decision('email', 'yes', t`They are sent version ${'?ABC'[version]} of the A/B test.`)] : []),
    decision('suppression', 'yes', t`The address was on no suppression list.`),
  ]
  if (state === 'failed' && reason === 'unrenderable')
    return [
      ...passed,
      decision('render', 'no', t`The email could not be built for them.`, {
        detail: delivery.detail,
        at: delivery.claimed_at,
      }),
    ]
  const tried = state !== 'queued' || delivery.attempts > 0
  if (!tried) return [outcome(delivery)]
  return [
    ...passed,
    decision('render', 'yes', t`The email was built with their data.`),
    ...(delivery.transport
      ? [
          decision('transport', 'yes', t`It was handed to the mail server “${delivery.transport}”.`, {
            at: delivery.claimed_at ?? delivery.sent_at,
            detail: attemptsText(delivery.attempts),
          }),
        ]
      : []),
    outcome(delivery),
    ...after(delivery),
  ]
}

function excluded({ reason, claimed_at }: DeliveryFacts, subscriber: SubscriberFacts): Decision {
  const ended_at = claimed_at
  switch (reason) {
    case 'suppressed': {
      const listed = subscriber.suppressed
      const detail = listed
        ? t`On the list: ${listedText(listed) ?? listed}.`
        : t`The address is no longer on a list, so the reason is not known.`
      return decision('suppression', 'no', t`The address was on a suppression list.`, { at: ended_at, detail })
    }
    case 'excluded_source':
      return decision('exclusion', 'no', t`The sequence excludes them by tag, segment, form or sequence.`, {
        at: ended_at,
      })
    case 'invalid_address':
      return decision('exclusion', 'no', t`The address is not valid, so no email can be sent to it.`, { at: ended_at })
    case 'paused':
      return decision('exclusion', 'no', t`They had paused emails on their preference page.`, { at: ended_at })
    case 'removed':
      return decision('exclusion', 'no', t`They were removed from the sequence before this message was sent.`, {
        at: ended_at,
      })
    case 'restarted':
      return decision('exclusion', 'no', t`The sequence was restarted for them before this message was sent.`, {
        at: ended_at,
      })
    case 'automation_deleted':
      return decision('exclusion', 'no', t`The automation was deleted before this message was sent.`, { at: ended_at })
    case 'aborted':
      return decision('exclusion', 'no', t`Sending was canceled before this message was sent.`, { at: ended_at })
    case 'cancelled':
    case 'bounced':
    case 'complained':
    case 'inactive': {
      const change = subscriber.changes.findLast(
        ({ to_state, occurred_at }) => to_state === reason && (!ended_at || occurred_at <= ended_at),
      )
      return decision('state', 'no', t`They were ${stateText(reason)} before this message was sent.`, {
        at: change?.occurred_at ?? ended_at,
        detail: change && t`${capital(stateText(reason) ?? reason)} ${causeOf(change.cause)}.`,
      })
    }
    default:
      return decision(
        'exclusion',
        'no',
        reason ? t`They were skipped: ${reason.replaceAll('_', ' ')}.` : t`They were skipped: no reason was recorded.`,
        { at: ended_at },
      )
  }
}

function outcome(delivery: DeliveryFacts): Decision {
  const { state, reason, sent_at, claimed_at } = delivery
  const detail = delivery.reply ?? delivery.detail
  switch (state) {
    case 'sent':
      return decision('outcome', 'yes', t`The mail server accepted the message.`, {
        at: sent_at,
        detail: delivery.reply,
      })
    case 'unconfirmed':
      return reason === 'left'
        ? decision('outcome', 'unknown', t`It is unknown whether it arrived, and you chose not to send it again.`, {
            at: claimed_at,
            detail: delivery.detail,
          })
        : decision(
            'outcome',
            'unknown',
            t`It is unknown whether it arrived: the connection ended before the mail server replied.`,
            { at: claimed_at, detail: delivery.detail },
          )
    case 'failed':
      return decision('outcome', 'no', failureText(reason ?? '') ?? t`The mail server refused the message.`, {
        at: claimed_at,
        detail,
      })
    case 'queued':
      return waiting(delivery, detail)
    default:
      return decision('outcome', 'waits', t`The message is being sent.`, { at: claimed_at })
  }
}

/** Explains why a message is still queued. */
function waiting(
  { waits_for, release_at, attempts, reason, next_attempt_at: at }: DeliveryFacts,
  detail: string | null,
): Decision {
  const waits = (text: string, more: Detail = {}) => decision('outcome', 'waits', text, more)
  if (waits_for === 'resume') return waits(t`Sending is paused, and the message waits until someone resumes it.`)
  if (waits_for === 'rest')
    return waits(t`They are not in the first group. The message waits for the rest to be released.`, { at: release_at })
  if (waits_for === 'spread') return waits(t`The broadcast is sent over several hours, and this is their time.`, { at })
  if (waits_for === 'time_zones') return waits(t`The message waits for the chosen hour in their time zone.`, { at })
  const held = holdText(reason ?? '')
  if (held) return waits(held, { at, detail })
  if (attempts > 0) return waits(t`The mail server asked to try again later.`, { at, detail })
  return waits(t`The message waits to be sent.`, { at, detail: earlierText(reason ?? '') ?? null })
}

/** Reports and engagement after sending: the first of each kind by the subscriber, and by a machine. */
function after({
  bounced_at,
  bounce_type,
  complained_at,
  unsubscribed_at,
  detail,
  events,
  state,
}: DeliveryFacts): Decision[] {
  const later_decisions: Decision[] = []
  if (bounced_at && state === 'sent')
    later_decisions.push(
      decision(
        'report',
        'info',
        bounce_type === 'soft'
          ? t`It bounced later: the mailbox could not take it.`
          : t`It bounced later: the mailbox does not exist.`,
        { at: bounced_at, detail },
      ),
    )
  if (complained_at)
    later_decisions.push(decision('report', 'info', t`They reported it as spam.`, { at: complained_at }))
  if (unsubscribed_at)
    later_decisions.push(decision('report', 'info', t`They unsubscribed with its link.`, { at: unsubscribed_at }))
  for (const isMachine of [false, true]) {
    for (const kind of ['open', 'click'] as const) {
      const all = events.filter((event) => event.kind === kind && event.is_machine === isMachine)
      const [first] = all
      if (!first) continue
      const what = kind === 'open' ? openText(isMachine) : clickText(isMachine, first.url)
      const text =
        all.length > 1 ? t`${what}, ${countText(all.length, numberText(all.length), 'time')} in total.` : t`${what}.`
      later_decisions.push(
        decision('engagement', 'info', text, {
          at: first.occurred_at,
          detail: isMachine ? evidenceText(all) : null,
        }),
      )
    }
  }
  return later_decisions.sort((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))
}
