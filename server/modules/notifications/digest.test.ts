import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { systemCtx } from '../../core/context.ts'
import { unscoped } from '../../db/client.ts'
import { type TestAccount, testAccount, testMember } from '../../testing/account.ts'
import { runInOwnDatabase } from '../../testing/database/own-database.ts'
import { app, parseMail, sendToSink } from '../../testing/modules/sending.ts'
import { serviceEmailsTo } from '../../testing/modules/service-emails.ts'
import { sendServiceMail } from '../service-mail/service.ts'
import { sendDigests } from './digest.ts'
import { saveNotificationSettings } from './settings.ts'

// Sends digests to members of all accounts.
runInOwnDatabase()

// A Monday. Oslo is at UTC+1.
const START = new Date('2026-03-02T12:00:00Z')
const FIRST = { account_id: 0, user_id: 0 }
const pass = (time: string) => sendDigests({ now: new Date(time), after: FIRST })
const choose = ({ ctx }: Pick<TestAccount, 'ctx'>, digest: 'off' | 'daily' | 'weekly', at = START) =>
  saveNotificationSettings({ ...ctx, now: () => at }, { channels: {}, digest })
const subscribe = ({ account_id }: TestAccount, times: string[]) =>
  unscoped().subscriber.createManyAndReturn({
    data: times.map((created_at, at) => ({
      account_id,
      email_address: `lin${at}-${created_at}@example.net`.toLowerCase().replaceAll(':', '-'),
      created_at: new Date(created_at),
    })),
  })

test('a daily digest is sent once, at eight in the account’s time zone, about the day before', async () => {
  const account = await testAccount()
  const [first] = await subscribe(account, ['2026-03-02T11:00:00Z', '2026-03-02T22:59:00Z', '2026-03-02T23:00:00Z'])
  const { account_id } = account
  const form = await unscoped().form.create({ data: { account_id, uid: randomUUID(), name: 'Newsletter' } })
  await unscoped().formSubscription.create({
    data: { account_id, form_id: form.id, subscriber_id: first?.id ?? 0n, added_at: START },
  })
  await choose(account, 'daily')
  await pass('2026-03-02T13:00:00Z')
  await pass('2026-03-03T06:59:00Z')
  expect(await serviceEmailsTo(account.email)).toEqual([])
  await pass('2026-03-03T07:00:00Z')
  await pass('2026-03-03T07:15:00Z')
  const emails = await serviceEmailsTo(account.email)
  expect(emails.map(({ subject }) => subject)).toEqual(['Studio North: 2 new subscribers'])
  expect(emails[0]?.text).toContain('on March 2, 2026, and 0 unsubscribed')
  expect(emails[0]?.text).toContain('Newsletter: 1')
  await pass('2026-03-04T07:00:00Z')
  expect((await serviceEmailsTo(account.email)).at(-1)?.subject).toBe('Studio North: 1 new subscriber')
})

test('a weekly digest is sent on Monday, or later after an outage, and not at all without sign-ups', async () => {
  const account = await testAccount()
  const member = await testMember(account, 'viewer')
  await choose(account, 'weekly')
  await choose(member, 'weekly', new Date('2026-03-12T12:00:00Z'))
  await subscribe(account, ['2026-03-08T20:00:00Z', '2026-03-08T23:30:00Z'])
  await pass('2026-03-06T09:00:00Z')
  await pass('2026-03-10T09:00:00Z')
  expect((await serviceEmailsTo(account.email)).map(({ subject }) => subject)).toEqual([
    'Studio North: 1 new subscriber',
  ])
  await pass('2026-03-16T09:00:00Z')
  await pass('2026-03-23T09:00:00Z')
  expect(await serviceEmailsTo(account.email)).toHaveLength(2)
  expect(await serviceEmailsTo(member.email)).toHaveLength(1)
})

test('a digest’s link stops it with one click, for its member only', async () => {
  const account = await testAccount()
  const other = await testMember(account, 'admin')
  for (const member of [account, other]) await choose(member, 'daily')
  await subscribe(account, ['2026-03-02T20:00:00Z'])
  await pass('2026-03-03T08:00:00Z')
  const sink = await sendToSink()
  for (const { id } of await unscoped().serviceMail.findMany({ where: { to_address: account.email } }))
    await sendServiceMail(systemCtx(account.account_id), { service_mail_id: Number(id) })
  const [message] = sink.messages
  if (!message) throw new Error('No message arrived')
  const mail = await parseMail(message)
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? ''
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const url = header('list-unsubscribe').slice(1, -1)
  expect(mail.text).toContain(url)
  const at = new URL(url).pathname
  const digests = async () =>
    (
      await unscoped().notificationSetting.findMany({
        where: { account_id: account.account_id },
        orderBy: { user_id: 'asc' },
      })
    ).map(({ digest }) => digest)
  expect(await (await app.request(`http://localhost${at}`)).text()).toContain('Stop the digest?')
  expect(await digests()).toEqual(['daily', 'daily'])
  const one_click = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }
  expect((await app.request(`http://localhost${at}`, one_click)).status).toBe(200)
  expect(await digests()).toEqual(['off', 'daily'])
  expect((await app.request(`http://localhost${at}`, one_click)).status).toBe(200)
  expect((await app.request(`http://localhost${at.slice(0, -2)}xx`, one_click)).status).toBe(404)
  await unscoped().membership.deleteMany({ where: { user_id: account.user_id } })
  expect((await app.request(`http://localhost${at}`)).status).toBe(404)
})
