import { randomInt } from 'node:crypto'
import { systemCtx } from '../../core/context.ts'
import { unscoped } from '../../db/client.ts'
import { env } from '../../env.ts'
import { createCryptographer } from '../../lib/crypto/crypto.ts'
import { unsubscribeUrl } from '../../modules/delivery/tracking/tokens.ts'
import { sendServiceMail } from '../../modules/service-mail/service.ts'
import { upsertSubscriber } from '../../modules/subscribers/service.ts'
import type { TestAccount } from '../account.ts'
import { app, parseMail, sendToSink } from './sending.ts'

/** Returns the queued service emails to an address, oldest first. */
export async function serviceEmailsTo(
  email_address: string,
): Promise<{ subject: string; text: string; html: string }[]> {
  const crypt = createCryptographer(env().SECRET_KEY)
  const rows = await unscoped().serviceMail.findMany({
    where: { to_address: email_address, sent_at: null },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ subject, text, html }) => ({
    subject,
    text: crypt.decrypt('service-mail', text),
    html: crypt.decrypt('service-mail', html ?? ''),
  }))
}

const BASE = 'http://localhost:3000'

let subscribers = 0
/** Creates a subscriber who has opened the page of their link. Each uses a separate IP address, because rate limits count by address. */
export async function opened(account: TestAccount, email_address = `lin${++subscribers}@example.net`) {
  const id = (await upsertSubscriber(account.ctx, { email_address })).value.id
  const token =
    unsubscribeUrl({ account_id: account.account_id, mail_id: 0, subscriber_id: id }).split('/').at(-1) ?? ''
  const from = { incoming: { socket: { remoteAddress: randomIp() } } }
  const page = (path = token) => app.request(`${BASE}/preferences/${path}`, {}, from)
  const post = (fields: Record<string, string>, path = token) =>
    app.request(`${BASE}/preferences/${path}`, { method: 'POST', body: new URLSearchParams(fields) }, from)
  const stored = () => account.ctx.db.subscriber.findFirst({ where: { id } })
  return { id, email_address, token, page, post, stored }
}

const randomIp = () => ['10', ...Array.from({ length: 3 }, () => randomInt(256))].join('.')

/** Returns a function that sends the account's service emails and returns the messages received by an address, newest last. */
export async function inbox(account: TestAccount) {
  const sink = await sendToSink()
  return async (address: string) => {
    const waiting = await unscoped().serviceMail.findMany({
      where: { account_id: account.account_id, sent_at: null },
      orderBy: { id: 'asc' },
    })
    for (const { id } of waiting) await sendServiceMail(systemCtx(account.account_id), { service_mail_id: Number(id) })
    const emails = await Promise.all(sink.messages.filter(({ to }) => to === address).map(parseMail))
    return emails.map(({ subject, text = '' }) => ({
      subject,
      text,
      link: /\/preferences\/(confirm\/[\w-]+)/.exec(text)?.[1] ?? '',
    }))
  }
}
