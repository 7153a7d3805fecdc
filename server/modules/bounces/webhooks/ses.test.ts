import { createSign, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  configure,
  iso,
  type Message,
  SETTINGS,
  sentMessage,
  stateOf,
  TOPIC,
} from '../../../testing/servers/provider-webhooks.ts'
import { findProvider, receiveWebhook } from './receive.ts'
import { factsOf } from './ses.ts'

const fixture = (name: string) => readFileSync(path.join(import.meta.dirname, 'fixtures', name), 'utf8')
const [CERTIFICATE, KEY] = [fixture('sns-certificate.pem'), fixture('sns-key.pem')]
const CERTIFICATE_URL = 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem'

function sns(message: unknown, more: Record<string, string> = {}): string {
  const members: Record<string, string> = {
    Type: 'Notification',
    MessageId: randomUUID(),
    TopicArn: TOPIC,
    Message: typeof message === 'string' ? message : JSON.stringify(message),
    Timestamp: iso(),
    SignatureVersion: '2',
    SigningCertURL: CERTIFICATE_URL,
    ...more,
  }
  const names = ['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
  const signed = names.flatMap((name) => (name in members ? [`${name}\n${members[name]}\n`] : [])).join('')
  const algorithm = members.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256'
  return JSON.stringify({ ...members, Signature: createSign(algorithm).update(signed).sign(KEY, 'base64') })
}

/** Posts to the endpoint of Amazon SES, with a network that contains only this certificate. Returns the outcome and the fetched URLs. */
async function postSns(body: string, answers: Record<string, string> = { [CERTIFICATE_URL]: CERTIFICATE }) {
  const fetched: string[] = []
  const provider = findProvider('ses')
  if (!provider) throw new Error('SES is not configured')
  const outcome = receiveWebhook(provider, {
    body: Buffer.from(body),
    header: () => undefined,
    fetch: async (url) => {
      fetched.push(url)
      const answer = answers[url]
      return {
        status: answer === undefined ? 404 : 200,
        headers: {},
        body: Buffer.from(answer ?? ''),
        truncated: false,
      }
    },
  })
  return { outcome: await outcome.catch((error: Error) => error.message), fetched }
}

const sesMail = ({ to, mail_ref }: Message) => ({
  timestamp: iso(),
  source: 'hello@studio.example',
  messageId: randomUUID(),
  destination: [to],
  tags: { envoi: [mail_ref] },
})

test('ses: notifications with both signature versions take effect, and the certificate is fetched once', async () => {
  configure(SETTINGS)
  const bounced_message = await sentMessage()
  const recipient = { emailAddress: bounced_message.to, status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 unknown' }
  const bounce = {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    feedbackId: randomUUID(),
    timestamp: iso(),
    bouncedRecipients: [recipient],
  }
  const first = sns({ notificationType: 'Bounce', bounce, mail: sesMail(bounced_message) })
  expect(await postSns(first)).toEqual({ outcome: { applied: 1 }, fetched: [CERTIFICATE_URL] })
  expect(await postSns(first)).toEqual({ outcome: { repeated: 1 }, fetched: [] })
  expect(await stateOf(bounced_message)).toBe('bounced')
  const complained = await sentMessage()
  const complaint = {
    feedbackId: randomUUID(),
    timestamp: iso(),
    complaintFeedbackType: 'abuse',
    complainedRecipients: [{ emailAddress: complained.to }],
  }
  const headers = [{ name: 'Message-ID', value: complained.message_id }]
  const mail = { ...sesMail(complained), tags: undefined, headers }
  const second = sns({ eventType: 'Complaint', complaint, mail }, { SignatureVersion: '1', Subject: 'Amazon SES' })
  expect((await postSns(second)).outcome).toEqual({ applied: 1 })
  expect(await stateOf(complained)).toBe('complained')
})

const QUOTED = { status: '4.2.1', diagnosticCode: 'smtp; 450 4.2.1 The mailbox is disabled' }
const RECEIVED = [
  ['a transient bounce', { bounceType: 'Transient', bounceSubType: 'General' }, QUOTED, 'soft'],
  ['a full mailbox', { bounceType: 'Transient', bounceSubType: 'MailboxFull' }, {}, 'soft'],
  ['an automatic reply', { bounceType: 'Transient', bounceSubType: 'General' }, {}, undefined],
  ['content that is not taken', { bounceType: 'Transient', bounceSubType: 'ContentRejected' }, {}, 'blocked'],
  ['an attachment that is not taken', { bounceType: 'Transient', bounceSubType: 'AttachmentRejected' }, {}, 'blocked'],
  ['a message that is too large', { bounceType: 'Transient', bounceSubType: 'MessageTooLarge' }, QUOTED, 'blocked'],
  ['a bounce of an unknown type', { bounceType: 'Undetermined', bounceSubType: 'Undetermined' }, {}, 'soft'],
  ['an address on the list of SES', { bounceType: 'Permanent', bounceSubType: 'OnAccountSuppressionList' }, {}, 'soft'],
  ['an address on the list of all', { bounceType: 'Permanent', bounceSubType: 'Suppressed' }, {}, 'soft'],
  ['a permanent bounce without a reason', { bounceType: 'Permanent', bounceSubType: 'General' }, {}, 'soft'],
  ['an address that does not exist', { bounceType: 'Permanent', bounceSubType: 'NoEmail' }, {}, 'hard'],
  [
    'an address that the server does not know',
    { bounceType: 'Permanent', bounceSubType: 'General' },
    { status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown' },
    'hard',
  ],
  ['an unsubscribed recipient', { bounceType: 'Permanent', bounceSubType: 'UnsubscribedRecipient' }, {}, 'opt_out'],
  [
    'a message too large for the mailbox',
    { bounceType: 'Permanent', bounceSubType: 'General' },
    { status: '5.2.3' },
    'blocked',
  ],
  ['a policy', { bounceType: 'Permanent', bounceSubType: 'General' }, { status: '5.7.1' }, 'blocked'],
  ['the sender', { bounceType: 'Permanent', bounceSubType: 'General' }, { status: '5.1.8' }, 'blocked'],
  [
    'the domain of the sender',
    { bounceType: 'Permanent', bounceSubType: 'General' },
    { diagnosticCode: 'smtp; 550 Sender domain does not exist' },
    'blocked',
  ],
] as const

test.each(RECEIVED)('ses: %s is classified as documented [B7]', (_name, bounce, recipient, kind) => {
  const bouncedRecipients = [{ emailAddress: 'lin@example.net', ...recipient }]
  const facts = factsOf({ notificationType: 'Bounce', bounce: { ...bounce, bouncedRecipients } }, new Date())
  expect(facts.map((fact) => fact.kind)).toEqual(kind ? [kind] : [])
})

test.each([
  ['abuse', ['complaint']],
  ['fraud', ['complaint']],
  [undefined, ['complaint']],
  ['not-spam', ['not_spam']],
  ['virus', []],
  ['auth-failure', []],
] as const)('ses: feedback of the type %s is a complaint only if a subscriber complained [B7]', (type, kinds) => {
  const complaint = { complaintFeedbackType: type, complainedRecipients: [{ emailAddress: 'lin@example.net' }] }
  const facts = factsOf({ eventType: 'Complaint', complaint }, new Date())
  expect(facts.map(({ kind }) => kind)).toEqual(kinds)
})

test.each([
  ['a signature by another key', { SigningCertURL: CERTIFICATE_URL }, /signature does not match/, true],
  ['another topic', { TopicArn: 'arn:aws:sns:us-east-1:999999999999:bounces' }, /BOUNCE_SES_TOPICS/, false],
  [
    'a certificate elsewhere',
    { SigningCertURL: 'https://sns.us-east-1.amazonaws.com.evil.example/a.pem' },
    /address of SNS/,
    false,
  ],
  [
    'a certificate in another region',
    { SigningCertURL: CERTIFICATE_URL.replace('east', 'west') },
    /address of SNS/,
    false,
  ],
  ['a certificate over http', { SigningCertURL: CERTIFICATE_URL.replace('https', 'http') }, /address of SNS/, false],
  [
    'a certificate at another path',
    { SigningCertURL: 'https://sns.us-east-1.amazonaws.com/?Action=Publish' },
    /address of SNS/,
    false,
  ],
  ['an unknown version', { SignatureVersion: '3' }, /version is unknown/, false],
  ['an old timestamp', { Timestamp: iso(8 * 86_400_000) }, /too old/, false],
] as const)('ses: %s is refused [S9]', async (_name, more, refusal, isChanged) => {
  configure(SETTINGS)
  const body = sns({ notificationType: 'Bounce' }, more)
  const { outcome } = await postSns(isChanged ? body.replace('Bounce', 'Complaint') : body)
  expect(outcome).toMatch(refusal)
})

test('ses: a confirmation is followed only for a configured topic at a URL of SNS [W6]', async () => {
  configure(SETTINGS)
  const SubscribeURL = `https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=abc`
  const confirmation = (url: string, more = {}) =>
    sns('You have chosen to subscribe', { Type: 'SubscriptionConfirmation', Token: 'abc', SubscribeURL: url, ...more })
  const answers = { [CERTIFICATE_URL]: CERTIFICATE, [SubscribeURL]: '<ConfirmSubscriptionResponse/>' }
  const { outcome, fetched } = await postSns(confirmation(SubscribeURL), answers)
  expect(outcome).toEqual({})
  expect(fetched.at(-1)).toBe(SubscribeURL)
  const elsewhere = await postSns(confirmation('https://169.254.169.254/latest'), answers)
  expect(elsewhere.outcome).toMatch(/not at an address of SNS/)
  expect(elsewhere.fetched).not.toContain('https://169.254.169.254/latest')
  const other = await postSns(confirmation(SubscribeURL, { TopicArn: 'arn:aws:sns:us-east-1:1:x' }), answers)
  expect(other.fetched).toEqual([])
})
