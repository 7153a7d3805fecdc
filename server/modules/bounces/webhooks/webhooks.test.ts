import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  bounceOf,
  configure,
  iso,
  type Message,
  post,
  SETTINGS,
  SIGNED,
  type Signed,
  seconds,
  sentMessage,
  stateOf,
} from '../../../testing/servers/provider-webhooks.ts'
import { factsOf } from './ses.ts'

type Expected = 'bounced' | 'soft' | 'blocked' | 'complained' | 'cancelled' | 'nothing'

const SENDER = '550 5.1.8 <hi@studio.example>: Sender address rejected: Domain not found'
const PERMANENT = { type: 'Permanent', subType: 'General', message: 'The bounce was permanent' }

const EVENTS: [provider: string, name: string, event: (message: Message) => unknown, expected: Expected][] = [
  ['postmark', 'a hard bounce', pm({ RecordType: 'Bounce', Type: 'HardBounce' }), 'bounced'],
  ['postmark', 'a soft bounce', pm({ RecordType: 'Bounce', Type: 'SoftBounce' }), 'soft'],
  ['postmark', 'a complaint', pm({ RecordType: 'SpamComplaint', Type: 'SpamComplaint' }), 'complained'],
  ['postmark', 'an automatic reply', pm({ RecordType: 'Bounce', Type: 'AutoResponder' }), 'nothing'],
  [
    'postmark',
    'an unsubscribe',
    ({ to, mail_ref }) => ({
      RecordType: 'SubscriptionChange',
      MessageID: randomUUID(),
      Recipient: to,
      Origin: 'Recipient',
      SuppressSending: true,
      SuppressionReason: 'ManualSuppression',
      ChangedAt: iso(),
      Metadata: { envoi: mail_ref },
    }),
    'cancelled',
  ],
  ['postmark', 'a hard bounce without words', pm({ RecordType: 'Bounce', Type: 'HardBounce', Details: '' }), 'soft'],
  [
    'postmark',
    'an address that is none',
    pm({ RecordType: 'Bounce', Type: 'BadEmailAddress', Details: '' }),
    'bounced',
  ],
  [
    'mailgun',
    'a permanent failure',
    mg({ event: 'failed', severity: 'permanent', reason: 'bounce' }, 550, '5.1.1'),
    'bounced',
  ],
  [
    'mailgun',
    'a permanent failure without a reason',
    mg({ event: 'failed', severity: 'permanent', reason: 'generic' }, 550),
    'soft',
  ],
  [
    'mailgun',
    'an address that failed before for any reason',
    mg({ event: 'failed', severity: 'permanent', reason: 'suppress-bounce' }, 605),
    'soft',
  ],
  ['mailgun', 'a blocked sender', mg({ event: 'failed', severity: 'permanent', reason: 'espblock' }, 550), 'blocked'],
  ['mailgun', 'a refusal by policy', mg({ event: 'failed', severity: 'permanent' }, 550, '5.7.1'), 'blocked'],
  ['mailgun', 'a temporary failure', mg({ event: 'failed', severity: 'temporary' }, 450), 'nothing'],
  [
    'mailgun',
    'an address on its list',
    mg({ event: 'failed', severity: 'permanent', reason: 'suppress-complaint' }, 607),
    'nothing',
  ],
  ['mailgun', 'a complaint', mg({ event: 'complained' }), 'complained'],
  ['mailgun', 'an unsubscribe', mg({ event: 'unsubscribed' }), 'cancelled'],
  [
    'sendgrid',
    'a bounce',
    sg({ event: 'bounce', type: 'bounce', status: '5.1.1', reason: '550 5.1.1 No such user' }),
    'bounced',
  ],
  [
    'sendgrid',
    'a bounce with an invalid address',
    sg({ event: 'bounce', type: 'bounce', status: '5.0.0', bounce_classification: 'Invalid Address' }),
    'bounced',
  ],
  ['sendgrid', 'a bounce without a reason', sg({ event: 'bounce', type: 'bounce', status: '5.0.0' }), 'soft'],
  [
    'sendgrid',
    'a bounce by the way to the server',
    sg({ event: 'bounce', type: 'bounce', status: '5.4.4', bounce_classification: 'Unclassified' }),
    'soft',
  ],
  ['sendgrid', 'a blocked message', sg({ event: 'bounce', type: 'blocked', status: '5.7.1' }), 'blocked'],
  ['sendgrid', 'a deferral', sg({ event: 'deferred', response: '400 try again later' }), 'nothing'],
  [
    'sendgrid',
    'a dropped message to an address that bounced before for any reason',
    sg({ event: 'dropped', reason: 'Bounced Address' }),
    'soft',
  ],
  ['sendgrid', 'a dropped message to an invalid address', sg({ event: 'dropped', reason: 'Invalid' }), 'bounced'],
  [
    'sendgrid',
    'a dropped message with a header that it cannot read',
    sg({ event: 'dropped', reason: 'Invalid SMTPAPI header' }),
    'nothing',
  ],
  ['sendgrid', 'a complaint', sg({ event: 'spamreport' }), 'complained'],
  ['sendgrid', 'an unsubscribe', sg({ event: 'unsubscribe' }), 'cancelled'],
  [
    'resend',
    'a permanent bounce',
    rs('email.bounced', { type: 'Permanent', subType: 'General', message: 'No such mailbox' }),
    'bounced',
  ],
  [
    'resend',
    'a transient bounce',
    rs('email.bounced', { type: 'Transient', subType: 'MailboxFull', message: 'Full' }),
    'soft',
  ],
  [
    'resend',
    'content that the receiver does not take',
    rs('email.bounced', { type: 'Transient', subType: 'ContentRejected', message: 'Content' }),
    'blocked',
  ],
  [
    'resend',
    'a transient bounce without a status, which may be an automatic reply',
    rs('email.bounced', { type: 'Transient', subType: 'General', message: 'General' }),
    'nothing',
  ],
  [
    'resend',
    'a transient bounce with a status',
    rs('email.bounced', { type: 'Transient', subType: 'General', diagnosticCode: ['smtp; 450 4.2.0 Try later'] }),
    'soft',
  ],
  ['resend', 'a complaint', rs('email.complained'), 'complained'],
  ['resend', 'a delivery', rs('email.delivered'), 'nothing'],
  [
    'postmark',
    'a hard bounce about the sender',
    pm({ RecordType: 'Bounce', Type: 'HardBounce', Details: `smtp;${SENDER}` }),
    'blocked',
  ],
  [
    'mailgun',
    'a failure about the sender',
    mg({ event: 'failed', severity: 'permanent', reason: 'bounce' }, 550, '5.1.7'),
    'blocked',
  ],
  [
    'sendgrid',
    'a bounce about the sender',
    sg({ event: 'bounce', type: 'bounce', status: '5.1.8', reason: SENDER }),
    'blocked',
  ],
  [
    'sendgrid',
    'a bounce about the sender that it takes for an invalid address',
    sg({ event: 'bounce', type: 'bounce', reason: SENDER, bounce_classification: 'Invalid Address' }),
    'blocked',
  ],
  ['resend', 'a permanent bounce without a reason', rs('email.bounced', PERMANENT), 'soft'],
  ['resend', 'an address that does not exist', rs('email.bounced', { ...PERMANENT, subType: 'NoEmail' }), 'bounced'],
  ['resend', 'a bounce about the sender', rs('email.bounced', { ...PERMANENT, diagnosticCode: [SENDER] }), 'blocked'],
  [
    'resend',
    'a bounce about a domain that is not the address',
    rs('email.bounced', { ...PERMANENT, diagnosticCode: ['smtp; 550 No such domain bounce.studio.example'] }),
    'blocked',
  ],
  ['generic', 'a hard bounce about the sender', gn('hard_bounce', { status: '5.1.9' }), 'blocked'],
  ['generic', 'a hard bounce with the words of one', gn('hard_bounce', { diagnostic: SENDER }), 'blocked'],
  ['generic', 'a hard bounce', gn('hard_bounce'), 'bounced'],
  ['generic', 'a hard bounce with a status that proves nothing', gn('hard_bounce', { status: '5.0.0' }), 'soft'],
  ['generic', 'a complaint', gn('complaint'), 'complained'],
  ['generic', 'an unsubscribe', gn('unsubscribe'), 'cancelled'],
  ['generic', '"not spam"', gn('not_spam'), 'nothing'],
]

/** Each provider's event for an address that does not exist, but with this status. */
const UNKNOWN_WITH = (status: string): [provider: string, event: (message: Message) => unknown][] => {
  const reply = `550 ${status} <lin@example.net>: Recipient address rejected: User unknown`
  return [
    ['postmark', pm({ RecordType: 'Bounce', Type: 'BadEmailAddress', Details: `smtp;${reply}` })],
    [
      'mailgun',
      mg({
        event: 'failed',
        severity: 'permanent',
        reason: 'bounce',
        'delivery-status': { code: 550, 'enhanced-code': status, message: reply },
      }),
    ],
    [
      'sendgrid',
      sg({ event: 'bounce', type: 'bounce', status, reason: reply, bounce_classification: 'Invalid Address' }),
    ],
    ['resend', rs('email.bounced', { ...PERMANENT, subType: 'NoEmail', diagnosticCode: [`smtp; ${reply}`] })],
    ['generic', gn('hard_bounce', { status, diagnostic: reply })],
  ]
}

test.each(['5.1.7', '5.1.8', '5.1.9', '4.1.8', '5.7.1', '5.7.26'])(
  'a report with the status %s bounces no subscriber, whatever its provider, category and words [B7]',
  async (status) => {
    configure(SETTINGS)
    for (const [provider, event] of UNKNOWN_WITH(status)) {
      const message = await sentMessage()
      const signed = SIGNED[provider]?.(event(message)) as Signed
      expect(await post(provider, signed), provider).toMatchObject({ status: 200, body: { applied: 1 } })
      expect(await stateOf(message), provider).toBe('active')
      expect(await bounceOf(message), provider).not.toBe('hard')
    }
    const recipient = { emailAddress: 'lin@example.net', status, diagnosticCode: `smtp; 550 ${status} User unknown` }
    const bounce = { bounceType: 'Permanent', bounceSubType: 'NoEmail', bouncedRecipients: [recipient] }
    expect(factsOf({ notificationType: 'Bounce', bounce }, new Date()).map(({ kind }) => kind)).not.toContain('hard')
  },
)

function pm(event: object) {
  return ({ to, from, mail_ref }: Message) => ({
    ID: Math.floor(Math.random() * 1e15),
    MessageID: randomUUID(),
    Email: to,
    From: from,
    BouncedAt: iso(),
    Details: 'smtp;550 5.1.1 The email account that you tried to reach does not exist',
    Metadata: { envoi: mail_ref },
    ...event,
  })
}
function mg(event: object, code?: number, enhanced?: string) {
  return ({ to, message_id }: Message) => ({
    id: randomUUID(),
    timestamp: Date.now() / 1_000,
    recipient: to,
    message: { headers: { 'message-id': message_id.slice(1, -1), to } },
    ...(code && { 'delivery-status': { code, 'enhanced-code': enhanced ?? '', message: `${code} answer` } }),
    ...event,
  })
}
function sg(event: object) {
  return ({ to, message_id, mail_ref }: Message) => ({
    email: to,
    timestamp: Number(seconds()),
    sg_event_id: randomUUID(),
    sg_message_id: 'abc.filter0001',
    // A bounce that arrives later has none of our smtp-ids.
    ...('reason' in event ? { envoi: mail_ref } : { 'smtp-id': message_id }),
    ...event,
  })
}
function rs(type: string, bounce?: object) {
  return ({ to, from }: Message) => ({
    type,
    created_at: iso(),
    data: { email_id: randomUUID(), from: `Nora <${from}>`, to: [to], subject: 'News', ...(bounce && { bounce }) },
  })
}
function gn(type: string, more: object = {}) {
  return ({ to, message_id }: Message) => ({
    id: randomUUID(),
    type,
    email_address: to,
    message_id,
    occurred_at: iso(),
    ...more,
  })
}

test.each(EVENTS)('%s: %s takes effect once [B7]', async (provider, _name, event, expected) => {
  configure(SETTINGS)
  const message = await sentMessage()
  const signed_request = SIGNED[provider]?.(event(message)) as Signed
  const { status, body } = await post(provider, signed_request)
  expect(status).toBe(200)
  const bounce = { bounced: 'hard', soft: 'soft', blocked: 'blocked' }[expected as string] ?? null
  const state = ['soft', 'blocked', 'nothing'].includes(expected) ? 'active' : expected
  expect(await stateOf(message)).toBe(state)
  expect(await bounceOf(message)).toBe(bounce)
  if (body.applied !== 1) return
  expect(await post(provider, signed_request)).toMatchObject({ status: 200, body: { repeated: 1 } })
})
