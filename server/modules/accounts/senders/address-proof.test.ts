import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { serviceCtx, systemCtx } from '../../../core/context.ts'
import { unscoped } from '../../../db/client.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, sendAll, sendToSink, startBroadcast } from '../../../testing/modules/sending.ts'
import { makeSequence } from '../../../testing/modules/sequences.ts'
import { serviceEmailsTo } from '../../../testing/modules/service-emails.ts'
import { CONFIRMATION_EMAIL } from '../../forms/emails/confirmation-email.ts'
import { sendDueEmails } from '../../forms/emails/send-due.ts'
import { FormSettings } from '../../forms/settings-schema.ts'
import { sendServiceMail } from '../../service-mail/service.ts'
import { startSession } from '../../users/sessions.ts'
import { signInWithIdentity } from '../../users/sign-in.ts'
import { createAccount } from '../service.ts'
import { acceptInvitation, inviteMember, joinByInvitation } from '../team/invitations.ts'
import { addSendingAddress, confirmSendingAddress, findConfirmation } from './sending-addresses.ts'

const service = serviceCtx()
const source = { ip: `14.${Math.floor(Math.random() * 256)}.1.1`, user_agent: null }
const NOT_CONFIRMED = 'Email address is not a confirmed sending address'
const newAddress = (name = 'ceo') => `${name}-${randomUUID()}@bank.example`

/** Delivers the queued emails and returns the token of the newest one to this address. */
async function followable(email_address: string): Promise<string> {
  const token =
    /(?:address|invitations)\/([\w-]+)/.exec((await serviceEmailsTo(email_address)).at(-1)?.text ?? '')?.[1] ?? ''
  for (const { id, account_id } of await unscoped().serviceMail.findMany({
    where: { to_address: email_address, sent_at: null },
  }))
    await sendServiceMail(systemCtx(account_id ?? 0), { service_mail_id: Number(id) })
  return token
}

/** Returns an account whose default address was confirmed by a link in caught email. */
async function confirmedByCaughtMail() {
  const account = await testAccount()
  const email_address = newAddress()
  await addSendingAddress(account.ctx, { email_address, from_name: 'The CEO' })
  const token = await followable(email_address)
  await confirmSendingAddress(service, { token, source })
  const { sending_addresses } = dashboard(account)
  const id = (await sending_addresses.list()).find((row) => row.email_address === email_address)?.id ?? 0
  await sending_addresses.setDefault({ id })
  return { account, email_address, id }
}

const senderOf = async (account: TestAccount, email_address: string) => ({
  dashboard: (await dashboard(account).sending_addresses.list()).find((row) => row.email_address === email_address),
  api: (await api('GET /v4/account', key(account))).body.account.sending_addresses.find(
    (row: { email_address: string }) => row.email_address === email_address,
  ),
})

test('an address confirmed by caught email counts while email is caught', async () => {
  const { account, email_address } = await confirmedByCaughtMail()
  expect(await senderOf(account, email_address)).toMatchObject({
    dashboard: { status: 'confirmed', needs_new_link: false },
    api: { status: 'confirmed', is_verified: true },
  })
  await addSubscribers(account, 1)
  expect(await sendAll(account, await startBroadcast(account))).toBe('finished')
})

test('an address confirmed by caught email sends nothing once a mail server is set', async () => {
  const { account, email_address, id } = await confirmedByCaughtMail()
  const { ctx } = account
  const sequence = await makeSequence(account)
  const email_id = await sequence.email()
  const [subscriber_id] = await addSubscribers(account, 1)
  const draft = (await api('POST /v4/broadcasts', key(account), { subject: 'Hi', content: '<p>Hi</p>' })).body.broadcast
  const settings = FormSettings.parse({})
  const form = await ctx.db.form.create({
    data: { account_id: account.account_id, uid: randomBytes(5).toString('hex'), name: 'F', settings },
  })
  await unscoped().subscriber.updateMany({ where: { account_id: account.account_id }, data: { state: 'inactive' } })
  await api(`POST /v4/forms/${form.id}/subscribers/${subscriber_id}`, key(account), [])

  const sink = await sendToSink()
  expect(await senderOf(account, email_address)).toMatchObject({
    dashboard: { status: 'pending', needs_new_link: true },
    api: { status: 'pending', is_verified: false },
  })
  const app = dashboard(account)
  const blockers = [
    () => api(`PUT /v4/broadcasts/${draft.id}`, key(account), { email_address }),
    () => api(`PUT /v4/broadcasts/${draft.id}`, key(account), { send_at: new Date().toISOString() }),
    () => api('POST /v4/broadcasts', key(account), { subject: 'x', content: '<p>x</p>', email_address }),
    () => api('POST /v4/sequences', key(account), { name: 'x', email_address }),
  ]
  for (const ask of blockers)
    expect(await ask()).toMatchObject({ status: 422, body: { errors: [expect.stringContaining(NOT_CONFIRMED)] } })
  await expect(app.broadcasts.send({ id: draft.id })).rejects.toThrow('Send a new link in Settings › Sending addresses')
  await expect(app.broadcasts.sendTest({ id: draft.id })).rejects.toThrow(NOT_CONFIRMED)
  await expect(app.sequences.sendTest({ sequence_id: sequence.id, id: email_id })).rejects.toThrow(NOT_CONFIRMED)
  await expect(app.sending_addresses.setDefault({ id })).rejects.toThrow('send a new one')
  await sendDueEmails(ctx, CONFIRMATION_EMAIL, { work_ms: 5_000 })
  expect((await app.forms.get({ id: form.id })).has_sender).toBe(false)
  expect(sink.messages).toEqual([])
})

test('a new link sent by the mail server confirms the address permanently', async () => {
  const { account, email_address, id } = await confirmedByCaughtMail()
  const sink = await sendToSink()
  await dashboard(account).sending_addresses.remind({ id })
  const token = await followable(email_address)
  expect(sink.messages.map(({ to }) => to)).toEqual([email_address])
  expect(await findConfirmation(service, { token, source })).toMatchObject({ email_address })
  await confirmSendingAddress(service, { token, source })
  expect((await senderOf(account, email_address)).api).toMatchObject({ status: 'confirmed', is_verified: true })
  await expect(dashboard(account).sending_addresses.remind({ id })).rejects.toThrow('Not Found')
})

test('a link from caught email confirms nothing once a mail server is set', async () => {
  const account = await testAccount()
  const email_address = newAddress()
  await addSendingAddress(account.ctx, { email_address, from_name: 'The CEO' })
  const token = await followable(email_address)
  await sendToSink()
  expect(await findConfirmation(service, { token, source })).toBeNull()
  await expect(confirmSendingAddress(service, { token, source })).rejects.toMatchObject({ code: 'invalid' })
  expect((await senderOf(account, email_address)).api).toMatchObject({ status: 'pending' })
})

test('a broadcast composed while email was caught is not sent from an unproven address', async () => {
  const { account } = await confirmedByCaughtMail()
  await addSubscribers(account, 3)
  const id = await startBroadcast(account)
  const sink = await sendToSink()
  await sendAll(account, id)
  expect(sink.messages).toEqual([])
  const { problem, stopped_at } = await unscoped().broadcast.findFirstOrThrow({
    where: { account_id: account.account_id, id },
  })
  expect(stopped_at).not.toBeNull()
  expect(problem).toContain('is not a confirmed sending address. Send a new link')
})

test('email to generated subscribers is not sent by a mail server, and their test emails stay caught', async () => {
  const { account, email_address } = await confirmedByCaughtMail()
  await unscoped().account.update({ where: { id: account.account_id }, data: { mail_is_caught: true } })
  const sink = await sendToSink()
  expect((await senderOf(account, email_address)).api).toMatchObject({ status: 'confirmed' })
  await addSubscribers(account, 1)
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('finished')
  await dashboard(account).broadcasts.sendTest({ id })
  expect(sink.messages).toEqual([])
})

test('a user whose address was proven by caught email gets no confirmed sender in a new account', async () => {
  const account = await testAccount()
  const [joined_address, accepted_address] = [newAddress('joined'), newAddress('accepted')]
  const invite = async (email_address: string) => {
    await inviteMember(account.ctx, { email_address, role: 'editor' })
    return followable(email_address)
  }
  await joinByInvitation(service, {
    token: await invite(joined_address),
    name: 'Lin',
    password: 'a lantern in the moss',
    source,
  })
  const user = await unscoped().user.create({ data: { email: accepted_address, name: 'Lin' } })
  const session_id = await startSession(service, { user_id: user.id, source })
  await acceptInvitation(service, { token: await invite(accepted_address), source, user_id: user.id, session_id })
  await sendToSink()
  for (const email of [joined_address, accepted_address]) {
    const user = await unscoped().user.findUniqueOrThrow({ where: { email } })
    expect(user.email_proof).toBe('caught_mail')
    const { account_id } = await createAccount(service, { user: user, name: 'Bank', time_zone: 'UTC' })
    expect(await unscoped().sendingAddress.findFirst({ where: { account_id } })).toMatchObject({ status: 'pending' })
  }
})

test('a user whose invitation was emailed gets a confirmed sender in a new account', async () => {
  const account = await testAccount()
  await sendToSink()
  const email = newAddress('mailed')
  await inviteMember(account.ctx, { email_address: email, role: 'editor' })
  const token = await followable(email)
  await joinByInvitation(service, { token, name: 'Lin', password: 'a lantern in the moss', source })
  const user = await unscoped().user.findUniqueOrThrow({ where: { email } })
  const { account_id } = await createAccount(service, { user: user, name: 'Bank', time_zone: 'UTC' })
  expect(await unscoped().sendingAddress.findFirst({ where: { account_id } })).toMatchObject({
    status: 'confirmed',
    proof: 'mail',
  })
})

test('a password set by caught email is removed when a provider verifies the address', async () => {
  const account = await testAccount()
  const email = newAddress('squatted')
  await inviteMember(account.ctx, { email_address: email, role: 'editor' })
  const password = 'a lantern in the moss'
  await joinByInvitation(service, { token: await followable(email), name: 'Lin', password, source })
  const identity = { provider: 'google', provider_account_id: randomUUID(), email_address: email, name: null }
  await signInWithIdentity(service, identity)
  expect(await unscoped().user.findUniqueOrThrow({ where: { email } })).toMatchObject({
    password_hash: null,
    email_proof: 'provider',
  })
})
