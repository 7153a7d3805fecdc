import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { env, setEnv } from '../../env.ts'
import { type TestAccount, testAccount } from '../account.ts'
import { api } from '../api.ts'
import { deliver, sentMail } from '../modules/ledger.ts'

export const TOPIC = 'arn:aws:sns:us-east-1:123456789012:bounces'
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const RESEND_KEY = Buffer.from('a secret of resend, 32 bytes long')
/** Settings of all providers, with test keys. */
export const SETTINGS = {
  BOUNCE_SES_TOPICS: TOPIC,
  BOUNCE_POSTMARK_TOKEN: 'postmark-password-1',
  BOUNCE_MAILGUN_KEY: 'mailgun-signing-key',
  BOUNCE_SENDGRID_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  BOUNCE_RESEND_SECRET: `whsec_${RESEND_KEY.toString('base64')}`,
  BOUNCE_WEBHOOK_SECRET: 'a-generic-secret-of-ours',
}

/** Changes settings until the test ends. */
export function configure(settings: Record<string, string>): void {
  const { SECRET_KEY, DATABASE_URL, DATA_DIR, NODE_ENV } = env()
  const before = { SECRET_KEY, DATABASE_URL, DATA_DIR, NODE_ENV, DATABASE_CHECK: env().DATABASE_CHECK }
  onTestFinished(() => void setEnv(before))
  setEnv({ ...before, ...settings })
}

export const seconds = (ago_ms = 0) => String(Math.floor((Date.now() - ago_ms) / 1_000))
export const iso = (ago_ms = 0) => new Date(Date.now() - ago_ms).toISOString()

export interface Signed {
  body: string
  headers: Record<string, string>
}

/** Signs as documented by each provider. `ago_ms` is the age of the signature. */
export const SIGNED: Record<string, (event: unknown, ago_ms?: number) => Signed> = {
  postmark: (event) => ({
    body: JSON.stringify(event),
    headers: { authorization: `Basic ${btoa(`envoi:${SETTINGS.BOUNCE_POSTMARK_TOKEN}`)}` },
  }),
  mailgun(event, ago_ms) {
    const [timestamp, token] = [seconds(ago_ms), randomUUID()]
    const signature = createHmac('sha256', SETTINGS.BOUNCE_MAILGUN_KEY)
      .update(timestamp + token)
      .digest('hex')
    return { body: JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': event }), headers: {} }
  },
  sendgrid(event, ago_ms) {
    const [timestamp, body] = [seconds(ago_ms), `${JSON.stringify([event])}\r\n`]
    const signature = sign('sha256', Buffer.from(timestamp + body), privateKey).toString('base64')
    return {
      body,
      headers: {
        'x-twilio-email-event-webhook-timestamp': timestamp,
        'x-twilio-email-event-webhook-signature': signature,
      },
    }
  },
  resend(event, ago_ms) {
    const [id, timestamp, body] = [`msg_${randomUUID()}`, seconds(ago_ms), JSON.stringify(event)]
    const signature = createHmac('sha256', RESEND_KEY).update(`${id}.${timestamp}.${body}`).digest('base64')
    return {
      body,
      headers: { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': `v1,${btoa('old')} v1,${signature}` },
    }
  },
  generic(event, ago_ms) {
    const [t, body] = [seconds(ago_ms), JSON.stringify({ events: [event] })]
    const v1 = createHmac('sha256', SETTINGS.BOUNCE_WEBHOOK_SECRET).update(`${t}.${body}`).digest('hex')
    return { body, headers: { 'x-service-signature': `t=${t},v1=${v1}` } }
  },
}

export interface Message {
  account: TestAccount
  subscriber_id: number
  mail_id: number
  to: string
  from: string
  message_id: string
  mail_ref: string
}

export async function sentMessage(): Promise<Message> {
  const account = await testAccount()
  const { account_id, ctx } = account
  const recipient = `lin-${randomUUID()}@example.net`
  const { id } = await ctx.db.subscriber.create({ data: { account_id, email_address: recipient } })
  const { mail_id } = await sentMail(ctx)
  const subscriber_id = Number(id)
  await deliver(ctx, { mail_id, subscriber_id, sent_at: new Date(Date.now() - 60_000) })
  const message_id = `<${account_id}.${mail_id}.${subscriber_id}@mail.example.com>`
  return {
    account,
    subscriber_id,
    mail_id,
    to: recipient,
    from: account.email,
    message_id,
    mail_ref: `${account_id}-${mail_id}`,
  }
}

export const stateOf = async ({ account, subscriber_id }: Message) =>
  (await account.ctx.db.subscriber.findFirstOrThrow({ where: { id: subscriber_id } })).state

export const bounceOf = async ({ account, mail_id }: Message) =>
  (await account.ctx.db.delivery.findFirstOrThrow({ where: { mail_id } })).bounce_type

export const post = (provider: string, { body, headers }: Signed) =>
  api(`POST /hooks/bounces/${provider}`, null, body, headers)
