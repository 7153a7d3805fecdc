import { randomUUID } from 'node:crypto'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { serviceCtx } from '../../core/context.ts'
import { write } from '../../core/write/write.ts'
import { unscoped } from '../../db/client.ts'
import { purgeExpired } from '../../db/purge.ts'
import { testAccount } from '../../testing/account.ts'
import { EXPIRED_SERVICE_MAIL, queueServiceEmail, sendServiceMail } from './service.ts'
import { renderServiceEmail } from './service-email.ts'

const email = {
  subject: 'Join “Müller & Söhne”',
  heading: 'You are invited to “Müller & Söhne”',
  paragraphs: ['Nora <script>alert(1)</script> invites you.'],
  action: { label: 'See the invitation', url: 'http://envoi.test/invitations/secret-token?a=1&b=2' },
  footnote: 'If you do not know the sender, there is nothing to do.',
}

async function queued(ctx = serviceCtx()) {
  const to = `lin-${randomUUID()}@example.net`
  await write(ctx, (tx) => queueServiceEmail(tx, { to, email }))
  const row = await unscoped().serviceMail.findFirstOrThrow({ where: { to_address: to } })
  return { to, service_mail_id: Number(row.id), row }
}
const stored = (id: number) => unscoped().serviceMail.findUniqueOrThrow({ where: { id } })

test('a queued service email is encrypted, has its job event, and is erased after sending [S6]', async () => {
  const ctx = serviceCtx()
  const { to, service_mail_id, row } = await queued()
  expect(row.text + row.html).not.toContain('secret-token')
  const job_events = await unscoped().outbox.findMany({
    where: { type: 'service_mail.queued', data: { path: ['service_mail_id'], equals: service_mail_id } },
  })
  expect(job_events).toMatchObject([{ account_id: 0 }])

  await sendServiceMail(ctx, { service_mail_id })
  await sendServiceMail(ctx, { service_mail_id })
  const caught = await unscoped().caughtMail.findMany({ where: { rcpt_to: to } })
  expect(caught).toMatchObject([{ account_id: null, mail_from: 'no-reply@localhost' }])
  const mail = await PostalMime.parse(caught[0]?.raw ?? '')
  expect(mail).toMatchObject({ subject: email.subject, from: { name: 'Envoi', address: 'no-reply@localhost' } })
  expect(mail.text).toContain('See the invitation:\nhttp://envoi.test/invitations/secret-token?a=1&b=2')
  expect(mail.html).toContain('href="http://envoi.test/invitations/secret-token?a=1&amp;b=2"')
  expect(mail.headers.map(({ key }) => key)).not.toContain('list-unsubscribe')
  expect(await stored(service_mail_id)).toMatchObject({ text: '', html: null, sent_at: expect.any(Date), error: null })
})

test('an email about an account is caught in that account, and no other account sends it [S11]', async () => {
  const [own, other] = [await testAccount(), await testAccount()]
  const { to, service_mail_id } = await queued(own.ctx)
  await expect(sendServiceMail(other.ctx, { service_mail_id })).rejects.toMatchObject({ code: 'not_found' })
  await sendServiceMail(own.ctx, { service_mail_id })
  expect(await unscoped().caughtMail.findMany({ where: { rcpt_to: to } })).toMatchObject([
    { account_id: own.account_id },
  ])
})

test('entered text is never treated as markup in a service email [S4]', () => {
  const { html, text } = renderServiceEmail(email)
  expect(html).not.toContain('<script>')
  expect(html).toContain('&lt;script&gt;')
  expect(text).toContain('<script>alert(1)</script>')
})

test('a sent service email is deleted after a month, but a queued one is not [L7]', async () => {
  const [sent, waiting] = [await queued(), await queued()]
  await sendServiceMail(serviceCtx(), { service_mail_id: sent.service_mail_id })
  const remaining = () => unscoped().serviceMail.count({ where: { id: { in: [sent.row.id, waiting.row.id] } } })
  await purgeExpired(EXPIRED_SERVICE_MAIL, { now: new Date(Date.now() + 29 * 86_400_000) })
  expect(await remaining()).toBe(2)
  await purgeExpired(EXPIRED_SERVICE_MAIL, { now: new Date(Date.now() + 31 * 86_400_000) })
  expect(await remaining()).toBe(1)
  expect(await stored(waiting.service_mail_id)).toBeTruthy()
})
