import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { write } from '../../../core/write/write.ts'
import { unscoped } from '../../../db/client.ts'
import { type TestAccount, testAccount, withRole } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, sendAll, sendToSink, startBroadcast } from '../../../testing/modules/sending.ts'
import { addSendingAddress } from '../../accounts/senders/sending-addresses.ts'
import { inviteMember } from '../../accounts/team/invitations.ts'
import { queueServiceEmail, sendServiceMail } from '../../service-mail/service.ts'

const newAddress = () => `lin-${randomUUID()}@studio.example`

/** Sends all queued service emails of the account. */
async function sendServiceEmails({ account_id, ctx }: TestAccount) {
  const waiting = await unscoped().serviceMail.findMany({ where: { account_id, sent_at: null } })
  for (const { id } of waiting) await sendServiceMail(ctx, { service_mail_id: Number(id) })
}

/** An account with four caught emails: an owner's invitation, an editor's, a sender's confirmation, and a broadcast. */
async function accountWithCaughtMail() {
  const account = await testAccount()
  const [owner, editor, sender] = [newAddress(), newAddress(), newAddress()]
  await inviteMember(account.ctx, { email_address: owner, role: 'owner' })
  await inviteMember(account.ctx, { email_address: editor, role: 'editor' })
  await addSendingAddress(account.ctx, { email_address: sender, from_name: 'Nora' })
  await sendServiceEmails(account)
  await addSubscribers(account, 1)
  await sendAll(account, await startBroadcast(account))
  return { account, owner, editor, sender, subscriber: 'subscriber1@example.net' }
}

const mailOf = (account: TestAccount, role: 'owner' | 'admin' | 'editor' | 'viewer') =>
  dashboard(account, withRole(account, role)).mail
const recipients = async (mail: ReturnType<typeof mailOf>) =>
  (await mail.list({ per_page: 50 })).rows.map(({ to }) => to).sort()

test('caught emails to subscribers are for editors, service emails for admins, and an owner’s invitation for owners', async () => {
  const { account, owner, editor, sender, subscriber } = await accountWithCaughtMail()
  const everything = (await mailOf(account, 'owner').list({})).rows
  const seen = {
    owner: [owner, editor, sender, subscriber].sort(),
    admin: [editor, sender, subscriber].sort(),
    editor: [subscriber],
    viewer: [] as string[],
  }
  for (const role of ['owner', 'admin', 'editor', 'viewer'] as const) {
    const mail = mailOf(account, role)
    expect(await recipients(mail), role).toEqual(seen[role])
    for (const { id, to } of everything) {
      if (seen[role].includes(to)) expect((await mail.get({ id })).to, role).toBe(to)
      else await expect(mail.get({ id }), `${role} reads ${to}`).rejects.toThrow('Not Found')
    }
    expect((await mail.list({ search: 'Join' })).rows, role).toHaveLength({ owner: 2, admin: 1 }[role as 'owner'] ?? 0)
  }
})

test('a program reads and deletes caught emails to subscribers, and none whose links give access', async () => {
  const { account, owner, editor, sender, subscriber } = await accountWithCaughtMail()
  const everything = (await mailOf(account, 'owner').list({})).rows
  const listed = await api('GET /v4/caught_mail', key(account))
  expect(listed.body.messages).toMatchObject([{ to: subscriber }])
  for (const { id, to } of everything)
    expect((await api(`GET /v4/caught_mail/${id}`, key(account))).status).toBe(to === subscriber ? 200 : 404)
  expect((await api('DELETE /v4/caught_mail', key(account))).status).toBe(204)
  expect(await recipients(mailOf(account, 'owner'))).toEqual([owner, editor, sender].sort())
})

test('no one can delete caught email that they cannot read', async () => {
  const { account, owner, editor, sender } = await accountWithCaughtMail()
  const invitation = (await mailOf(account, 'owner').list({ search: owner })).rows[0]
  for (const role of ['admin', 'editor'] as const)
    await expect(mailOf(account, role).delete({ id: invitation?.id ?? 0 })).rejects.toThrow('Not Found')
  await mailOf(account, 'editor').clear()
  expect(await recipients(mailOf(account, 'owner'))).toEqual([owner, editor, sender].sort())
})

test('email caught before a mail server was configured is hidden from everyone', async () => {
  const { account } = await accountWithCaughtMail()
  const mail = mailOf(account, 'owner')
  const [first] = (await mail.list({})).rows
  expect(await mail.catcher()).toEqual({ reason: 'no_mail_server' })
  await sendToSink()
  expect(await mail.catcher()).toEqual({ reason: null })
  expect(await recipients(mail)).toEqual([])
  for (const call of [mail.get, mail.delete]) await expect(call({ id: first?.id ?? 0 })).rejects.toThrow('Not Found')
  await mail.clear()
  expect(await unscoped().caughtMail.count({ where: { account_id: account.account_id } })).toBe(4)
})

test('behind a mail server, an account with generated subscribers still shows caught broadcasts but no service emails', async () => {
  const { account, subscriber } = await accountWithCaughtMail()
  await unscoped().account.update({ where: { id: account.account_id }, data: { mail_is_caught: true } })
  await sendToSink()
  const mail = mailOf(account, 'owner')
  expect(await mail.catcher()).toEqual({ reason: 'made_up_subscribers' })
  expect(await recipients(mail)).toEqual([subscriber])
})

test('a service email without a role is visible to admins and owners', async () => {
  const account = await testAccount()
  const email = { subject: 'Hello', heading: 'Hello', paragraphs: [], footnote: 'Why you got this.' }
  await write(account.ctx, (tx) => queueServiceEmail(tx, { to: newAddress(), email }))
  await sendServiceEmails(account)
  expect((await mailOf(account, 'editor').list({})).rows).toEqual([])
  expect((await mailOf(account, 'admin').list({})).rows).toHaveLength(1)
})
