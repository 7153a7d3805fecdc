import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { systemPool } from '../../../core/context.ts'
import { unscoped } from '../../../db/client.ts'
import { env } from '../../../env.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { parseMail, sendAll, sendToSink, startBroadcast } from '../../../testing/modules/sending.ts'
import { applyReports, type Report } from '../../bounces/apply.ts'
import { addResults } from '../../delivery/receivers/count-results.ts'
import { returnPath } from '../../delivery/tracking/return-path.ts'
import { ReceiversQuery } from '../mail-schema.ts'
import { readReceivers } from './receivers.ts'

// Results of receivers are counted over all accounts, so this file has its own database.
runInOwnDatabase()

const NOTHING = {
  attempts: 0,
  accepted: 0,
  deferred: 0,
  refused: 0,
  unconfirmed: 0,
  hard_bounced: 0,
  soft_bounced: 0,
  complained: 0,
}

async function asAdministrator() {
  const admin = await testAccount()
  const { mail, audit } = dashboard(admin, admin.ctx, { is_admin: true }).admin
  return { admin, mail, audit }
}

async function addSubscriber({ ctx }: TestAccount, email_address: string): Promise<number> {
  const row = await ctx.sql.one<{ id: number }>(
    'insert into subscriber (account_id, email_address) values ($1, $2) returning id',
    [email_address],
  )
  return row?.id ?? 0
}

/** Deletes the counts of earlier tests. */
const forget = () => systemPool().query('truncate receiver_hour, delivery_result')

test('replies and later reports of receivers are counted once, by receiver and hour, and compared with the preceding range', async () => {
  await forget()
  const account = await testAccount()
  await sendToSink({
    onRecipient: (to) => {
      if (to.startsWith('unknown')) return { code: 550, text: '5.1.1 No such user' }
      if (to.startsWith('full')) return { code: 552, text: '5.2.2 Mailbox full' }
      if (to.startsWith('busy')) return { code: 451, text: '4.3.0 Try again later' }
      return undefined
    },
  })
  const addresses = [
    'lin@gmail.com',
    'ola@googlemail.com',
    'unknown@gmail.com',
    'full@hotmail.com',
    'busy@studio.example',
  ]
  const ids: Record<string, number> = {}
  for (const address of addresses) ids[address] = await addSubscriber(account, address)
  const broadcast_id = await startBroadcast(account)
  await sendAll(account, broadcast_id)
  const { id: mail_id } = await account.ctx.db.mail.findFirstOrThrow({ where: { broadcast_id } })
  const report = (address: string, kind: Report['kind']): Report => ({
    source: 'test',
    source_id: randomUUID(),
    kind,
    at: account.ctx.now(),
    delivery: { account_id: account.account_id, mail_id, subscriber_id: ids[address] ?? 0 },
  })
  await applyReports([report('lin@gmail.com', 'complaint'), report('lin@gmail.com', 'complaint')])
  await applyReports([report('ola@googlemail.com', 'hard')])
  await applyReports([report('ola@googlemail.com', 'hard')])
  expect(await addResults()).toEqual({ is_last: true })
  await addResults()

  const now = account.ctx.now()
  const { receivers, total, points } = await readReceivers(account.ctx, { range: 'day' })
  expect(Object.fromEntries(receivers.map((row) => [row.receiver, row.now]))).toEqual({
    'gmail.com': { ...NOTHING, attempts: 3, accepted: 2, hard_bounced: 2, complained: 1 },
    'outlook.com': { ...NOTHING, attempts: 1, soft_bounced: 1 },
    'studio.example': { ...NOTHING, attempts: 1, deferred: 1 },
  })
  expect(total).toEqual({
    now: { ...NOTHING, attempts: 5, accepted: 2, deferred: 1, hard_bounced: 2, soft_bounced: 1, complained: 1 },
    before: NOTHING,
  })
  expect(points).toHaveLength(24)
  expect(points.at(-1)).toMatchObject({ attempts: 5 })
  const only = await readReceivers(account.ctx, { range: 'week', receiver: 'gmail.com' })
  expect(only.points).toHaveLength(28)
  expect(only.points.at(-1)).toMatchObject({ attempts: 3, accepted: 2 })

  // A day later, the same hour is in the preceding range.
  const next_day = { ...account.ctx, now: () => new Date(+now + 86_400_000) }
  const later = await readReceivers(next_day, { range: 'day' })
  expect(later.total).toMatchObject({ now: NOTHING, before: { attempts: 5 } })
})

test('the filter finds a receiver by every spelling of its domain', async () => {
  await forget()
  const account = await testAccount()
  await addSubscriber(account, 'lea@münchen.example')
  await addSubscriber(account, 'lin@googlemail.com')
  await account.ctx.sql.run(
    `insert into delivery_result (account_id, accepted, at)
     select $1, array_agg(id), $2::timestamptz from subscriber where account_id = $1`,
    [account.ctx.now()],
  )
  await addResults()
  const attemptsOf = async (receiver: string) =>
    (await readReceivers(account.ctx, ReceiversQuery.parse({ receiver }))).points.at(-1)?.attempts
  for (const receiver of ['münchen.example', 'XN--mnchen-3ya.example', 'Mu\u0308nchen.example', 'GoogleMail.com'])
    expect(await attemptsOf(receiver)).toBe(1)
  expect(await attemptsOf('other.example')).toBe(0)
})

test('an hour names the hundred receivers with most messages, and sums up the others', async () => {
  await forget()
  const account = await testAccount()
  await account.ctx.sql.run(
    `insert into subscriber (account_id, email_address)
     select $1, 'lin' || n || '@domain' || case when n <= 20 then 1 else n end || '.example' from generate_series(1, 150) n`,
  )
  const note = () =>
    account.ctx.sql.run(
      `insert into delivery_result (account_id, accepted, at)
       select $1, array_agg(id), $2::timestamptz from subscriber where account_id = $1`,
      [account.ctx.now()],
    )
  await note()
  await addResults()
  await note()
  await addResults()
  const { rows } = await systemPool().query<{ receiver: string; accepted: number }>(
    'select receiver, accepted from receiver_hour order by accepted desc, receiver',
  )
  expect(rows).toHaveLength(101)
  expect(rows.slice(0, 2)).toEqual([
    { receiver: '*', accepted: 62 },
    { receiver: 'domain1.example', accepted: 40 },
  ])
  const { receivers, total } = await readReceivers(account.ctx, { range: 'month', receiver: '*' })
  expect(receivers).toHaveLength(21)
  expect(receivers.at(-1)?.receiver).toBe('*')
  expect(total.now.accepted).toBe(300)
})

test('a message is found by its Message-ID, its return path and the recipient’s address, with an audit entry each time', async () => {
  const { mail, audit } = await asAdministrator()
  const account = await testAccount()
  const sink = await sendToSink()
  const address = `lin.${randomUUID()}@example.net`
  const subscriber_id = await addSubscriber(account, address)
  const broadcast_id = await startBroadcast(account)
  await sendAll(account, broadcast_id)
  const [message] = sink.messages
  if (!message) throw new Error('Nothing was sent')
  const { messageId = '' } = await parseMail(message)
  const { account_id } = account
  const { mail_id } = await account.ctx.db.delivery.findFirstOrThrow({ where: { subscriber_id } })
  const message_key = `${account_id}.${mail_id}.${subscriber_id}`
  const expected_message = {
    account_id,
    mail_id,
    subscriber_id,
    email_address: address,
    state: 'sent',
    kind: 'broadcast',
  }

  for (const text of [messageId, `Message-ID: ${messageId}`, message_key])
    expect(await mail.findMessages({ text })).toMatchObject({ by: 'message', messages: [expected_message] })
  const settings = env()
  settings.BOUNCE_DOMAIN = 'bounces.example'
  const path = returnPath({ account_id, mail_id, subscriber_id }, { address, sent_at: account.ctx.now() }) ?? ''
  const by_path = await mail.findMessages({ text: path })
  settings.BOUNCE_DOMAIN = undefined
  expect(by_path).toMatchObject({ by: 'message', messages: [expected_message] })
  expect(await mail.findMessages({ text: ` ${address.toUpperCase()} ` })).toMatchObject({
    by: 'address',
    accounts: 1,
    messages: [expected_message],
    is_cut: false,
  })
  const evidence = await mail.message({ account_id, mail_id, subscriber_id })
  expect(evidence).toMatchObject({ message: expected_message, message_id: message_key, reports: [] })
  expect(evidence.why).toMatchObject({ got: 'yes', email_address: address })
  expect(evidence.why.decisions.map(({ step }) => step)).toContain('transport')

  const { rows } = await audit.list({ per_page: 10 })
  expect(rows.map(({ action }) => action)).toEqual([
    'message_viewed',
    'address_searched',
    'message_viewed',
    'message_viewed',
    'message_viewed',
    'message_viewed',
  ])
  expect(rows[0]).toMatchObject({ account_id, details: { message: message_key } })
  expect(JSON.stringify(rows)).not.toContain(address)
  expect(rows[1]?.details).toEqual({ address: 'l***@example.net' })
})

test('a search for part of an address, unknown numbers or hostile text finds no message', async () => {
  const { mail } = await asAdministrator()
  for (const text of ['example.net', '%', "' or 1=1 --", '\u0000', '1.2', '@', 'b-aaaa@bounces.example\r\nTo: x'])
    await expect(mail.findMessages({ text })).rejects.toThrow()
  for (const text of ['999999999.999999999.999999999999999@x', 'no.one@example.net'])
    expect(await mail.findMessages({ text })).toMatchObject({ messages: [], service_emails: [] })
  const key = { account_id: 2_000_000_000, mail_id: 1, subscriber_id: 1 }
  await expect(mail.message(key)).rejects.toThrow('No message has this ID')
})

test('a service email is found by its recipient’s address', async () => {
  const { mail } = await asAdministrator()
  const to_address = `mia.${randomUUID()}@example.net`
  await unscoped().serviceMail.create({
    data: { to_address, subject: 'Reset your password', text: 'secret', error: '550 5.1.1 No such user', attempts: 1 },
  })
  const found = await mail.findMessages({ text: to_address })
  expect(found.service_emails).toMatchObject([{ subject: 'Reset your password', error: '550 5.1.1 No such user' }])
  expect(JSON.stringify(found)).not.toContain('secret')
})

test('a test message shows each reply of the server and is recorded, and hostile addresses are rejected', async () => {
  const { mail, audit } = await asAdministrator()
  const sink = await sendToSink()
  const { name } = (await dashboardTransports())[0] ?? { name: '' }
  const recipient = 'nora@example.net'
  const sent = await mail.sendTest({ transport: name, to: ' Nora@Example.net ' })
  expect(sent).toMatchObject({ result: 'accepted', transport: name, is_encrypted: false })
  expect(sent.steps.map(({ command, code }) => `${command} ${code}`)).toEqual([
    'Connect 220',
    'EHLO 250',
    'MAIL FROM 250',
    'RCPT TO 250',
    'DATA 354',
    'Message 250',
    'QUIT 221',
  ])
  const [message] = sink.messages
  expect(message?.to).toBe(recipient)
  const { rows } = await audit.list({ action: 'test_sent' })
  expect(rows).toMatchObject([{ details: { transport: name, address: 'n***@example.net' } }])

  sink.behavior = { onRecipient: () => ({ code: 550, text: '5.7.1 Blocked: see https://lists.example' }) }
  const refused = await mail.sendTest({ transport: name, to: recipient })
  expect(refused).toMatchObject({ result: 'rejected', response: '550 5.7.1 Blocked: see https://lists.example' })
  expect(refused.steps).toContainEqual(expect.objectContaining({ command: 'RCPT TO', code: 550 }))
  for (const hostile of ['a@b.example\r\nRCPT TO:<x@y.example>', '<a@b.example>', 'nora'])
    await expect(mail.sendTest({ transport: name, to: hostile })).rejects.toThrow('Enter an email address')
  await expect(mail.sendTest({ transport: 'unknown', to: recipient })).rejects.toThrow('no transport of this name')
})

test('test messages are limited to twenty an hour, and are not sent to addresses that the instance suppresses', async () => {
  const { admin, mail } = await asAdministrator()
  await sendToSink()
  const { name } = (await dashboardTransports())[0] ?? { name: '' }
  const suppressed_address = `${randomUUID()}@example.net`
  await dashboard(admin, admin.ctx, { is_admin: true }).instance_suppression.add({
    text: suppressed_address,
    reason: 'complaint',
    note: null,
  })
  await expect(mail.sendTest({ transport: name, to: suppressed_address })).rejects.toThrow('suppression list')
  for (let sent = 0; sent < 20; sent++) await mail.sendTest({ transport: name, to: 'nora@example.net' })
  await expect(mail.sendTest({ transport: name, to: 'nora@example.net' })).rejects.toThrow('Too many attempts')
})

async function dashboardTransports() {
  const admin = await testAccount()
  return dashboard(admin, admin.ctx, { is_admin: true }).transports.list()
}
