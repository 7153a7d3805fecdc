import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { serviceCtx } from '../../core/context.ts'
import { write } from '../../core/write/write.ts'
import { unscoped } from '../../db/client.ts'
import { testAccount } from '../../testing/account.ts'
import { FAULTS, type Fault, failOnce } from '../../testing/database/fail-once.ts'
import { runInOwnDatabase } from '../../testing/database/own-database.ts'
import { parseMail, sendToSink } from '../../testing/modules/sending.ts'
import { Route } from '../transports/route.ts'
import { emailResetLink, isResetLinkValid, renewEmailedLink } from '../users/password-reset.ts'
import { queueServiceEmail, retryServiceMail, sendServiceMail } from './service.ts'

// Retries process the emails of all accounts.
runInOwnDatabase()

const START = new Date('2026-03-04T12:00:00Z')
const HOUR_MS = 3_600_000
const email = { subject: 'Hello', heading: 'Hello', paragraphs: ['secret-token'], footnote: 'Bye.' }
const stored = (id: number) => unscoped().serviceMail.findUniqueOrThrow({ where: { id } })

function clock() {
  let now = START
  const ctx = { ...serviceCtx(), now: () => now }
  const queue = async () => {
    const to = `lin-${randomUUID()}@example.net`
    await write(ctx, (tx) => queueServiceEmail(tx, { to, email }))
    const { id } = await unscoped().serviceMail.findFirstOrThrow({ where: { to_address: to } })
    return { service_mail_id: Number(id) }
  }
  /** Runs the cron whenever something is due, until this many hours after the start. */
  const passTo = async (hours: number) => {
    const end = new Date(+START + hours * HOUR_MS)
    for (;;) {
      const next = await unscoped().serviceMail.findFirst({
        where: { next_attempt_at: { gt: now, lte: end } },
        orderBy: { next_attempt_at: 'asc' },
      })
      now = next?.next_attempt_at ?? end
      await retryServiceMail({ now: () => now })
      if (!next) return
    }
  }
  return { ctx, queue, passTo }
}

test('a service email is retried for 24 hours and arrives once when the mail server is back', async () => {
  let asked = 0
  const onRecipient = () => {
    asked++
    return { code: 451, text: 'Later' }
  }
  const sink = await sendToSink({ onRecipient })
  const { ctx, queue, passTo } = clock()
  const { service_mail_id } = await queue()
  expect(await sendServiceMail(ctx, { service_mail_id })).toBe('waiting')
  await passTo(23)
  const waiting = await stored(service_mail_id)
  expect(waiting).toMatchObject({ sent_at: null, error: null, last_reply: '451 Later' })
  expect(waiting.text).not.toBe('')
  expect(waiting.text).not.toContain('secret-token')
  expect(asked).toBeLessThan(20)
  sink.behavior = {}
  await passTo(24)
  expect(sink.messages).toHaveLength(1)
  expect(await stored(service_mail_id)).toMatchObject({ text: '', html: null, error: null, next_attempt_at: null })
})

test.each(Object.keys(FAULTS) as Fault[])(
  'a service email that was accepted is not sent again when recording that fails once because %s',
  async (fault) => {
    const sink = await sendToSink()
    const { ctx, queue, passTo } = clock()
    const { service_mail_id } = await queue()
    const hasFailed = await failOnce('service_mail', { fault, when: 'new.sent_at is not null' })
    expect(await sendServiceMail(ctx, { service_mail_id })).toBe('sent')
    expect(await hasFailed()).toBe(true)
    await passTo(24)
    expect(sink.messages).toHaveLength(1)
    expect(await stored(service_mail_id)).toMatchObject({ text: '', sent_at: START, next_attempt_at: null })
  },
)

test('an accepted service email is not sent again when storing the transport’s state fails', async () => {
  const sink = await sendToSink()
  const { ctx, queue, passTo } = clock()
  const { service_mail_id } = await queue()
  vi.spyOn(Route.prototype, 'settle').mockRejectedValueOnce(new Error('the disk is full'))
  await expect(sendServiceMail(ctx, { service_mail_id })).rejects.toThrow('the disk is full')
  await passTo(24)
  expect(sink.messages).toHaveLength(1)
  expect(await stored(service_mail_id)).toMatchObject({ text: '', sent_at: START })
})

test('a service email fails after 24 hours, keeping the reason but not its text', async () => {
  await sendToSink({ onRecipient: () => ({ code: 550, text: '5.7.1 Client host blocked using zen.spamhaus.org' }) })
  const { ctx, queue, passTo } = clock()
  const { service_mail_id } = await queue()
  await sendServiceMail(ctx, { service_mail_id })
  await passTo(23.9)
  expect(await stored(service_mail_id)).toMatchObject({ error: null })
  await passTo(24)
  expect(await stored(service_mail_id)).toMatchObject({
    text: '',
    html: null,
    sent_at: null,
    next_attempt_at: null,
    error: expect.stringContaining('zen.spamhaus.org'),
  })
  expect(await sendServiceMail(ctx, { service_mail_id })).toBe('not due')
})

test('a service email to an unknown mailbox fails immediately', async () => {
  await sendToSink({ onRecipient: () => ({ code: 550, text: '5.1.1 User unknown' }) })
  const { ctx, queue } = clock()
  const { service_mail_id } = await queue()
  expect(await sendServiceMail(ctx, { service_mail_id })).toBe('failed')
  expect(await stored(service_mail_id)).toMatchObject({ text: '', error: '550 5.1.1 User unknown' })
})

test('a service email whose event was lost or whose process died is sent by the cron', async () => {
  const sink = await sendToSink()
  const { ctx, queue, passTo } = clock()
  const [lost, died] = [await queue(), await queue()]
  await unscoped().serviceMail.updateMany({
    where: { id: died.service_mail_id },
    data: { attempts: 1, claimed_at: START, next_attempt_at: new Date(+START + HOUR_MS / 4) },
  })
  expect(await sendServiceMail(ctx, died)).toBe('not due')
  await passTo(0.2)
  expect(await stored(lost.service_mail_id)).toMatchObject({ sent_at: expect.any(Date) })
  await passTo(1)
  expect(await stored(died.service_mail_id)).toMatchObject({ sent_at: expect.any(Date) })
  expect(sink.messages).toHaveLength(2)
})

test('a slow run of the cron does not let another run send the same email', async () => {
  let now = new Date(+START + HOUR_MS)
  let messages = 0
  const sink = await sendToSink({
    async onMessage() {
      // Each reply of the mail server takes ten minutes. Another run starts during the second email.
      now = new Date(+now + HOUR_MS / 6)
      if (++messages === 2) await retryServiceMail({ now: () => now })
      return undefined
    },
  })
  const { queue } = clock()
  for (const _ of [1, 2]) await queue()
  await retryServiceMail({ now: () => now })
  expect(sink.messages).toHaveLength(2)
})

test('a reset link delayed for hours stays valid for an hour after it was sent', async () => {
  const sink = await sendToSink({ onRecipient: () => ({ code: 451, text: 'Later' }) })
  const { ctx, passTo } = clock()
  const account = await testAccount()
  await emailResetLink(ctx, { email_address: account.email })
  await passTo(5)
  sink.behavior = {}
  await passTo(11)
  const [mail] = sink.messages
  if (!mail) throw new Error('No message arrived')
  const token = (await parseMail(mail)).text?.match(/reset-password\/([\w-]+)/)?.[1] ?? ''
  const { sent_at, link_hash } = await unscoped().serviceMail.findFirstOrThrow({ where: { to_address: account.email } })
  const events = await unscoped().outbox.findMany({ where: { type: 'service_mail.sent_late' } })
  expect(events.map(({ data }) => data)).toContainEqual({ link_hash })
  const sent = sent_at?.getTime() ?? 0
  const at = (ms: number) => ({ ...ctx, now: () => new Date(sent + ms) })
  await renewEmailedLink(at(0), { link_hash: link_hash ?? '' })
  const source = { ip: '192.0.2.7', user_agent: null }
  expect(await isResetLinkValid(at(HOUR_MS - 1_000), { token, source })).toBe(true)
  expect(await isResetLinkValid(at(HOUR_MS + 1_000), { token, source })).toBe(false)
})

test('a service email whose text cannot be decrypted fails without blocking others', async () => {
  let isAway = true
  const sink = await sendToSink({ onRecipient: () => (isAway ? { code: 451, text: 'Later' } : undefined) })
  const { ctx, queue, passTo } = clock()
  const [unreadable, readable] = [await queue(), await queue()]
  for (const mail of [unreadable, readable]) await sendServiceMail(ctx, mail)
  await unscoped().serviceMail.update({ where: { id: unreadable.service_mail_id }, data: { text: 'another key' } })
  isAway = false
  await passTo(1)
  expect(sink.messages).toHaveLength(1)
  expect((await stored(unreadable.service_mail_id)).error).toBe('The stored text could not be read.')
  expect((await stored(readable.service_mail_id)).sent_at).not.toBeNull()
})
