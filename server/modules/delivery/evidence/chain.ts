import { iso } from '../../../core/wire.ts'
import { causeText } from '../../subscribers/values-schema.ts'
import type { Decision, Why } from '../evidence-schema.ts'
import type { Evidence } from '../schema.ts'
import type { DeliveryFacts, SubscriberFacts } from './facts.ts'

// Pure functions over loaded facts: the same for broadcasts and sequence emails.

type Detail = { detail?: string | null; at?: Date | null }

export const decision = (
  step: Decision['step'],
  result: Decision['result'],
  text: string,
  { detail = null, at = null }: Detail = {},
): Decision => ({ step, result, text, detail: detail || null, at: at && iso(at) })

/** Sums up a chain: its first `no`, else what still waits or is unknown, else that the email was sent. */
export function answer(subscriber: SubscriberFacts, decisions: readonly Decision[]): Why {
  const firstOf = (result: Decision['result']) => decisions.find((one) => one.result === result)
  const sent = decisions.find(({ step, result }) => step === 'outcome' && result === 'yes')
  const settled = sent ?? firstOf('no') ?? firstOf('waits') ?? firstOf('unknown')
  const got = sent ? 'yes' : settled?.result === 'no' ? 'no' : settled?.result === 'waits' ? 'not_yet' : 'unknown'
  return {
    got,
    summary: settled?.text ?? 'It is not known why.',
    email_address: subscriber.email_address,
    subscriber_id: subscriber.id,
    decisions: [...decisions],
  }
}

/** Whether there is a subscriber to send to. */
export function existence({ id, created_at, suppressed, email_address }: SubscriberFacts): Decision {
  if (id === null)
    return decision('subscriber', 'no', `No subscriber has the address ${email_address || 'of this link'}.`, {
      detail: suppressed && `The address is on the suppression list: ${SUPPRESSED[suppressed] ?? suppressed}.`,
    })
  return decision('subscriber', 'yes', 'A subscriber has this address.', { at: created_at })
}

export interface StateThen {
  state: string
  since: Date | null
  how: string | null
}

/** Returns the state at a moment, from the history; undefined when the subscriber did not exist yet. */
export function stateAt({ changes, state, created_at }: SubscriberFacts, at: Date): StateThen | undefined {
  if (created_at && created_at > at) return undefined
  const last = changes.findLast(({ occurred_at }) => occurred_at <= at)
  if (last) return { state: last.to_state, since: last.occurred_at, how: causeOf(last.cause) }
  // Every change is recorded, so what the first later change began from was the state all along.
  const next = changes[0]
  return { state: next ? (next.from_state ?? 'inactive') : (state ?? 'inactive'), since: null, how: null }
}

/** Whether the state allowed email at the moment when the recipients were determined. */
export function stateDecision(subscriber: SubscriberFacts, at: Date, when: string): Decision {
  const then = stateAt(subscriber, at)
  if (!then) return decision('state', 'no', `They joined after ${when}.`, { at: subscriber.created_at })
  const { state, since, how } = then
  if (state === 'active') return decision('state', 'yes', `They were active when ${when}.`, { at: since })
  const text = `They were ${STATES[state] ?? state} when ${when}.`
  return decision('state', 'no', text, { at: since, detail: how && `${capital(STATES[state] ?? state)} ${how}.` })
}

/** Whether a suppression list has the address now; nothing if none has. */
export function suppressedNow({ suppressed }: SubscriberFacts): Decision[] {
  if (!suppressed) return []
  const detail = `On the list: ${SUPPRESSED[suppressed] ?? suppressed}.`
  return [decision('suppression', 'no', 'The address is on a suppression list.', { detail })]
}

/** What happened to a message that has a row, until it was sent or not. */
export function deliveryDecisions(delivery: DeliveryFacts, subscriber: SubscriberFacts): Decision[] {
  const { state, reason } = delivery
  if (state === 'excluded') return [excluded(delivery, subscriber)]
  const { version } = delivery
  const passed = [
    ...(version ? [decision('email', 'yes', `They are sent version ${'?ABC'[version]} of the A/B test.`)] : []),
    decision('suppression', 'yes', 'The address was on no suppression list.'),
  ]
  if (state === 'failed' && reason === 'unrenderable')
    return [
      ...passed,
      decision('render', 'no', 'The email could not be built for them.', {
        detail: delivery.detail,
        at: delivery.claimed_at,
      }),
    ]
  const tried = state !== 'queued' || delivery.attempts > 0
  if (!tried) return [outcome(delivery)]
  return [
    ...passed,
    decision('render', 'yes', 'The email was built with their data.'),
    ...(delivery.transport
      ? [
          decision('transport', 'yes', `It was handed to the mail server “${delivery.transport}”.`, {
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
  const at = claimed_at
  switch (reason) {
    case 'suppressed': {
      const listed = subscriber.suppressed
      const detail = listed
        ? `On the list: ${SUPPRESSED[listed] ?? listed}.`
        : 'The address is no longer on a list, so the reason is not known.'
      return decision('suppression', 'no', 'The address was on a suppression list.', { at, detail })
    }
    case 'excluded_source':
      return decision('exclusion', 'no', 'The sequence excludes them by tag, segment, form or sequence.', { at })
    case 'invalid_address':
      return decision('exclusion', 'no', 'The address is not valid, so no email can be sent to it.', { at })
    case 'paused':
      return decision('exclusion', 'no', 'They had paused emails on their preference page.', { at })
    case 'removed':
      return decision('exclusion', 'no', 'They were removed from the sequence before this message was sent.', { at })
    case 'restarted':
      return decision('exclusion', 'no', 'The sequence was restarted for them before this message was sent.', { at })
    case 'automation_deleted':
      return decision('exclusion', 'no', 'The automation was deleted before this message was sent.', { at })
    case 'aborted':
      return decision('exclusion', 'no', 'Sending was canceled before this message was sent.', { at })
    case 'cancelled':
    case 'bounced':
    case 'complained':
    case 'inactive': {
      const change = subscriber.changes.findLast(
        ({ to_state, occurred_at }) => to_state === reason && (!at || occurred_at <= at),
      )
      return decision('state', 'no', `They were ${STATES[reason]} before this message was sent.`, {
        at: change?.occurred_at ?? at,
        detail: change && `${capital(STATES[reason] ?? reason)} ${causeOf(change.cause)}.`,
      })
    }
    default:
      return decision(
        'exclusion',
        'no',
        `They were skipped: ${(reason ?? 'no reason was recorded').replaceAll('_', ' ')}.`,
        { at },
      )
  }
}

function outcome(delivery: DeliveryFacts): Decision {
  const { state, reason, sent_at, claimed_at } = delivery
  const detail = delivery.reply ?? delivery.detail
  switch (state) {
    case 'sent':
      return decision('outcome', 'yes', 'The mail server accepted the message.', {
        at: sent_at,
        detail: delivery.reply,
      })
    case 'unconfirmed':
      return reason === 'left'
        ? decision('outcome', 'unknown', 'It is unknown whether it arrived, and you chose not to send it again.', {
            at: claimed_at,
            detail: delivery.detail,
          })
        : decision(
            'outcome',
            'unknown',
            'It is unknown whether it arrived: the connection ended before the mail server replied.',
            { at: claimed_at, detail: delivery.detail },
          )
    case 'failed':
      return decision('outcome', 'no', FAILED[reason ?? ''] ?? 'The mail server refused the message.', {
        at: claimed_at,
        detail,
      })
    case 'queued':
      return waiting(delivery, detail)
    default:
      return decision('outcome', 'waits', 'The message is being sent.', { at: claimed_at })
  }
}

/** Why a message is still in the queue. */
function waiting(
  { waits_for, release_at, attempts, reason, next_attempt_at: at }: DeliveryFacts,
  detail: string | null,
): Decision {
  const waits = (text: string, more: Detail = {}) => decision('outcome', 'waits', text, more)
  if (waits_for === 'resume') return waits('Sending is paused, and the message waits until someone resumes it.')
  if (waits_for === 'rest')
    return waits('They are not in the first group. The message waits for the rest to be released.', { at: release_at })
  if (waits_for === 'spread') return waits('The broadcast is sent over several hours, and this is their time.', { at })
  if (waits_for === 'time_zones') return waits('The message waits for the chosen hour in their time zone.', { at })
  const held = HELD[reason ?? '']
  if (held) return waits(held, { at, detail })
  if (attempts > 0) return waits('The mail server asked to try again later.', { at, detail })
  return waits('The message waits to be sent.', { at, detail: WAITS[reason ?? ''] ?? null })
}

/** Reports and engagement after the hand-over. Of each kind, the first by the subscriber and the first by a machine. */
function after({
  bounced_at,
  bounce_type,
  complained_at,
  unsubscribed_at,
  detail,
  events,
  state,
}: DeliveryFacts): Decision[] {
  const found: Decision[] = []
  if (bounced_at && state === 'sent')
    found.push(
      decision(
        'report',
        'info',
        bounce_type === 'soft'
          ? 'It bounced later: the mailbox could not take it.'
          : 'It bounced later: the mailbox does not exist.',
        { at: bounced_at, detail },
      ),
    )
  if (complained_at) found.push(decision('report', 'info', 'They reported it as spam.', { at: complained_at }))
  if (unsubscribed_at)
    found.push(decision('report', 'info', 'They unsubscribed with its link.', { at: unsubscribed_at }))
  for (const is_machine of [false, true]) {
    const who = is_machine ? 'A program' : 'They'
    for (const kind of ['open', 'click'] as const) {
      const all = events.filter((event) => event.kind === kind && event.is_machine === is_machine)
      const [first] = all
      if (!first) continue
      const did = kind === 'open' ? 'opened it' : `clicked ${first.url ?? 'a link'}`
      found.push(
        decision('engagement', 'info', `${who} ${did}${times(all.length)}.`, {
          at: first.occurred_at,
          detail: is_machine ? evidenceText(all) : null,
        }),
      )
    }
  }
  return found.sort((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))
}

/** What showed that machines made these, and that they count nowhere. */
function evidenceText(events: DeliveryFacts['events']): string {
  const found = [...new Set(events.flatMap(({ evidence }) => MACHINES[evidence as Evidence] ?? []))]
  return [...found, 'Counted in no rate.'].join(' ')
}
const times = (count: number) => (count > 1 ? `, ${count} times in total` : '')
const attemptsText = (attempts: number) => (attempts > 1 ? `After ${attempts} attempts.` : null)
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const causeOf = (cause: string) => causeText(cause) ?? `by ${cause.replaceAll('_', ' ')}`

const STATES: Record<string, string> = {
  cancelled: 'unsubscribed',
  bounced: 'bounced',
  complained: 'marked as a spam complaint',
  inactive: 'not confirmed',
}
const SUPPRESSED: Record<string, string> = {
  erased: 'their data was erased',
  hard_bounce: 'it bounced',
  complaint: 'they reported an email as spam',
  manual: 'a member added it',
  import: 'an import added it',
  instance: 'the administrator of this instance added it',
}
const FAILED: Record<string, string> = {
  mailbox_unknown: 'The mailbox does not exist.',
  mailbox_unavailable: 'The mailbox is full or disabled.',
  message_refused: 'The mail server refused the content of the message.',
  sender_refused: 'The mail server refused the sender.',
  gave_up: 'The mail server accepted no attempt within 24 hours.',
}
/** Limits that return a message to the queue without an attempt. Its detail names the limit. */
const HELD: Record<string, string> = {
  throttled: 'The message waits for a sending rate.',
  backed_off: 'The mail servers of their provider asked for a pause.',
  warm_up: 'The sending domain is new, and the message waits for a later day of its warm-up.',
  daily_limit: 'The message waits for tomorrow, because a daily limit is reached.',
}
const MACHINES: Record<Evidence, string> = {
  head_request: 'The request asked for no content, as link checkers do.',
  prefetch: 'The request said that no one looks at it yet.',
  user_agent: 'It called itself a crawler, a scanner or a privacy proxy.',
  before_delivery: 'It came before the mail server had accepted the message.',
  trap_link: 'It followed a link that is hidden from view.',
  burst: 'It followed several links within seconds.',
  data_center: 'It came from the network of a data center.',
}
const WAITS: Record<string, string> = { sender_refused: 'An earlier attempt was refused because of the sender.' }
