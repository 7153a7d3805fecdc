import { expect, test } from 'vitest'
import { addServerPseudoLocales, plainWords } from '../../../build/texts/testing/pseudo-locales.ts'
import { inLanguage } from '../../../core/locale/of-account.ts'
import { TASKS } from '../../../mail/threads/tasks.ts'
import { inspectEmail } from '../preflight/inspect.ts'
import { senderAdvice } from '../preflight/sender.ts'
import { REMARK_CODES, remark } from '../preflight-schema.ts'
import { EVIDENCE } from '../schema.ts'
import { deliveryDecisions, existence, stateDecision, suppressedNow } from './chain.ts'
import type { DeliveryFacts, SubscriberFacts } from './facts.ts'

// Sentences of the dashboard about an email and a subscriber, in a pseudo-locale: a plain word is not translated.

addServerPseudoLocales()

const at = new Date('2026-03-04T12:00:00Z')
const address = 'μ@lin.example'
const subscriber: SubscriberFacts = {
  id: 1,
  email_address: address,
  state: 'active',
  created_at: at,
  suppressed: null,
  changes: [],
}
const delivery: DeliveryFacts = {
  state: 'sent',
  reason: null,
  detail: null,
  attempts: 2,
  next_attempt_at: at,
  claimed_at: at,
  sent_at: at,
  bounced_at: null,
  bounce_type: null,
  complained_at: null,
  unsubscribed_at: null,
  transport: 'Μ',
  reply: null,
  waits_for: null,
  release_at: at,
  version: 2,
  events: [],
} as unknown as DeliveryFacts

const REASONS = {
  excluded: [
    'suppressed',
    'excluded_source',
    'invalid_address',
    'paused',
    'removed',
    'restarted',
    'automation_deleted',
    'aborted',
    'cancelled',
    'bounced',
    'complained',
    'inactive',
    null,
  ],
  failed: [
    'unrenderable',
    'mailbox_unknown',
    'mailbox_unavailable',
    'message_refused',
    'sender_refused',
    'gave_up',
    null,
  ],
  unconfirmed: ['left', null],
  queued: ['throttled', 'backed_off', 'warm_up', 'daily_limit', 'sender_refused', null],
  claimed: [null],
}

function everyDecision() {
  const changed = ['cancelled', 'bounced', 'complained', 'inactive'].map((to_state) => ({
    to_state,
    from_state: 'active',
    cause: 'bounce',
    note: null,
    occurred_at: at,
  })) as unknown as SubscriberFacts['changes']
  const event = (kind: 'open' | 'click', evidence: string | null, url: string | null = null) =>
    ({
      kind,
      is_machine: evidence !== null,
      evidence,
      url,
      occurred_at: at,
    }) as unknown as DeliveryFacts['events'][number]
  const engaged = {
    bounced_at: at,
    complained_at: at,
    unsubscribed_at: at,
    events: [
      event('open', null),
      event('open', null),
      event('click', null, 'https://lin.example/'),
      event('click', 'burst'),
      ...EVIDENCE.map((evidence) => event('open', evidence)),
    ],
  }
  return [
    existence(subscriber),
    existence({ ...subscriber, id: null, suppressed: 'complaint' }),
    existence({ ...subscriber, id: null, email_address: '' }),
    ...changed.map((change) => stateDecision({ ...subscriber, changes: [change] }, at, 'Α')),
    stateDecision(subscriber, at, 'Α'),
    stateDecision(subscriber, new Date(0), 'Α'),
    ...['erased', 'hard_bounce', 'manual', 'import', 'instance'].flatMap((suppressed) =>
      suppressedNow({ ...subscriber, suppressed }),
    ),
    ...Object.entries(REASONS).flatMap(([state, reasons]) =>
      reasons.flatMap((reason) =>
        deliveryDecisions({ ...delivery, state, reason } as DeliveryFacts, { ...subscriber, changes: changed }),
      ),
    ),
    ...(['resume', 'rest', 'spread', 'time_zones', null] as const).flatMap((waits_for) =>
      deliveryDecisions({ ...delivery, state: 'queued', attempts: 0, waits_for } as DeliveryFacts, subscriber),
    ),
    ...deliveryDecisions({ ...delivery, ...engaged, bounce_type: 'soft' } as DeliveryFacts, subscriber),
    ...deliveryDecisions({ ...delivery, ...engaged, bounce_type: 'hard' } as DeliveryFacts, subscriber),
  ]
}

function everyRemark() {
  const advise = (content: string, subject = 'Α') =>
    inspectEmail({ ...TASKS.inspect({ content, snippets: {}, html: content }), subject })
  const facts = { domain: 'lin.example', signed_by: null, is_signed_by_relay: false, required: 'dmarc' }
  return [
    ...REMARK_CODES.map((code) => remark('warning', code, 'Α')),
    ...advise('<a href="">Α</a><img src="x.png">', 'ΑΒΓΔΕΖΗΘΙΚ'),
    ...advise(
      '<a href="">Α</a><a href="#">Α</a><a href="http://lin.example/a">Α</a><img src="x.png"><img src="y.png">',
      'Α!!!',
    ),
    ...advise(
      '<a href="https://bit.ly/a">Α</a><a href="lin.example">Α</a><a href="ftp">Α</a><a href="https://localhost">Α</a>',
    ),
    ...advise('Α '.repeat(60_000)),
    ...senderAdvice(facts as Parameters<typeof senderAdvice>[0]),
    ...senderAdvice({ ...facts, signed_by: { domain: 'lin.example', is_broken: true } } as Parameters<
      typeof senderAdvice
    >[0]),
  ]
}

/** Names that no language changes. */
const NAMES = ['lin.example', 'x.png', 'ftp', 'localhost', 'bit.ly', 'https://', 'Α/Β', 'A/B', 'μ@']

test.each(['en-XA', 'ar-XB'])('evidence and advice are in the language of the dashboard (%s)', (language) => {
  const texts = inLanguage({ language }, () => [
    ...everyDecision().flatMap(({ text, detail }) => [text, detail ?? '']),
    ...everyRemark().flatMap(({ message, fix }) => [message, fix?.label ?? '']),
  ])
  expect(texts.length).toBeGreaterThan(150)
  expect([...new Set(texts.flatMap((text) => plainWords(text, NAMES)))]).toEqual([])
})
