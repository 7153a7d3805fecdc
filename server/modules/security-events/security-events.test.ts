import { expect, test } from 'vitest'
import { serviceCtx, systemCtx } from '../../core/context.ts'
import { write } from '../../core/write/write.ts'
import { unscoped } from '../../db/client.ts'
import { purgeExpired } from '../../db/purge.ts'
import { testAccount, withRole } from '../../testing/account.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { serviceEmailsTo } from '../../testing/modules/service-emails.ts'
import { createApiKey, revokeApiKey } from '../api-keys/service.ts'
import { hashPassword } from '../users/passwords.ts'
import { changePassword } from '../users/service.ts'
import { startSession } from '../users/sessions.ts'
import { signInWithIdentity } from '../users/sign-in.ts'
import { EXPIRED_SECURITY_EVENTS, listSecurityEvents, recordSecurityEvent } from './service.ts'

test('creating and revoking keys is recorded with the user and without the key [S6]', async () => {
  const { ctx } = await testAccount()
  const { id, key } = await createApiKey(ctx, { name: 'Laptop', scope: 'public' })
  await revokeApiKey(ctx, { id })
  const events = await listSecurityEvents(ctx)
  expect(events).toMatchObject([
    { kind: 'api_key_revoked', summary: 'The API key “Laptop” was revoked', by: 'Nora Lind' },
    { kind: 'api_key_created', summary: 'The API key “Laptop” was created', by: 'Nora Lind' },
  ])
  expect(JSON.stringify(events)).not.toContain(key)
})

test('a changed password is recorded in every account of the user [S7]', async () => {
  const [own, other] = [await testAccount(), await testAccount()]
  const { user_id, email } = own
  await unscoped().membership.create({ data: { account_id: other.account_id, user_id, role: 'editor' } })
  await unscoped().user.update({
    where: { id: user_id },
    data: { password_hash: await hashPassword('a quiet old morning') },
  })
  const session_id = '00000000-0000-4000-8000-000000000000'
  const passwords = { current_password: 'a quiet old morning', password: 'a loud new evening' }
  await changePassword(serviceCtx(), { user_id, session_id, ...passwords })
  for (const { ctx } of [own, other])
    expect(await listSecurityEvents(ctx)).toMatchObject([
      { kind: 'password_changed', summary: `The password of ${email} was changed` },
    ])
})

test('a member’s joining, role change and leaving are recorded', async () => {
  const account = await testAccount()
  const member = await testAccount()
  const { team } = dashboard(account)
  await team.invite({ email_address: member.email, role: 'viewer' })
  const [message] = await serviceEmailsTo(member.email)
  const token = /invitations\/([\w-]+)/.exec(message?.text ?? '')?.[1] ?? ''
  const source = { ip: '192.0.2.7', user_agent: null }
  const session_id = await startSession(serviceCtx(), { user_id: member.user_id, source })
  await dashboard(member, member.ctx, { session_id }).team.accept({ token })
  await team.changeRole({ user_id: member.user_id, role: 'editor' })
  await team.remove({ user_id: member.user_id })
  await team.invite({ email_address: member.email, role: 'viewer' })
  const [again] = await team.invitations()
  await team.withdraw({ id: again?.id ?? 0 })
  const { email } = member
  expect(await listSecurityEvents(account.ctx)).toMatchObject([
    { kind: 'invitation_withdrawn', summary: `The invitation of ${email} was withdrawn` },
    { kind: 'member_invited' },
    { kind: 'member_removed', summary: `${email} was removed from the account`, by: 'Nora Lind' },
    { kind: 'role_changed', summary: `The role of ${email} was changed from Viewer to Editor` },
    { kind: 'member_joined', summary: `${email} joined as a viewer`, by: 'Nora Lind' },
    { kind: 'member_invited', summary: `${email} was invited as a viewer`, by: 'Nora Lind' },
  ])
})

test('a newly connected sign-in provider is recorded', async () => {
  const { ctx, email } = await testAccount()
  const identity = { provider: 'google', provider_account_id: email, email_address: email, name: null }
  await signInWithIdentity(serviceCtx(), identity)
  await signInWithIdentity(serviceCtx(), identity)
  expect(await listSecurityEvents(ctx)).toMatchObject([
    { kind: 'sign_in_method_added', summary: `${email} can now sign in with Google`, by: 'Nora Lind' },
  ])
})

test('exports, and new destinations of events and visitors, are recorded without secrets', async () => {
  const account = await testAccount()
  const { webhooks, exports, suppression } = dashboard(account)
  const url = 'https://93.184.215.14/hooks?token=abc'
  const { id, secret } = await webhooks.create({ name: 'Shop', url, events: ['tag.created'] })
  await webhooks.update({ id, name: 'Shop 2' })
  await webhooks.update({ id, url: 'https://93.184.215.15/hooks' })
  const rotated = await webhooks.rotate({ id, force: false })
  await webhooks.delete({ id })
  await exports.request({ kind: 'subscribers', selection: {} })
  await exports.requestAccount()
  await suppression.export({})
  const events = await listSecurityEvents(account.ctx)
  expect(events.map(({ summary }) => summary)).toEqual([
    'The suppression list was exported',
    'A copy of the whole account was requested',
    'An export of subscribers was requested',
    'The webhook “Shop 2” was deleted',
    'The webhook “Shop 2” was given a new signing secret',
    'The webhook “Shop 2” was changed from 93.184.215.14 to 93.184.215.15',
    'A webhook to 93.184.215.14 was created',
  ])
  for (const hidden of ['abc', secret, rotated.secret]) expect(JSON.stringify(events)).not.toContain(hidden)
})

test('only owners read the log of their own account', async () => {
  const [own, other] = [await testAccount(), await testAccount()]
  await write(own.ctx, (tx) =>
    recordSecurityEvent(tx, { kind: 'app_uninstalled', summary: 'Inbox Tool was uninstalled' }),
  )
  expect(await dashboard(own).security_events.list()).toHaveLength(1)
  expect(await dashboard(other).security_events.list()).toEqual([])
  await expect(dashboard(own, withRole(own, 'admin')).security_events.list()).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

test('entries are deleted after a year and a month', async () => {
  const { ctx, account_id } = await testAccount()
  const note = (summary: string, days_ago: number) =>
    write({ ...systemCtx(account_id), now: () => new Date(Date.now() - days_ago * 86_400_000) }, (tx) =>
      recordSecurityEvent(tx, { kind: 'app_authorised', summary }),
    )
  await note('long ago', 401)
  await note('last year', 399)
  await purgeExpired(EXPIRED_SECURITY_EVENTS, { now: serviceCtx().now() })
  expect((await listSecurityEvents(ctx)).map(({ summary }) => summary)).toEqual(['last year'])
})
