import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Ctx, makeCtx, type Role, serviceCtx } from '../../../core/context.ts'
import { unscoped } from '../../../db/client.ts'
import { type TestAccount, testAccount, withRole } from '../../../testing/account.ts'
import { serviceEmailsTo } from '../../../testing/modules/service-emails.ts'
import { createCaller } from '../../../trpc/root.ts'
import { hashPassword } from '../../users/passwords.ts'
import { STALE_LINK } from '../../users/schema.ts'
import { findSession, startSession } from '../../users/sessions.ts'
import { signIn } from '../../users/sign-in.ts'
import { ROLES } from '../settings-values-schema.ts'
import {
  acceptInvitation,
  findInvitation,
  IS_MEMBER,
  inviteMember,
  joinByInvitation,
  listInvitations,
  OWNER_INVITED,
  withdrawInvitation,
} from './invitations.ts'
import { changeRole, LAST_OWNER, listMembers, removeMember } from './members.ts'

const service = serviceCtx()
const newSource = () => ({
  ip: `12.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join('.')}`,
  user_agent: null,
})
const PASSWORD = 'a lantern in the moss'

async function newUser(email_address = `p-${randomUUID()}@studio.example`) {
  const user = await unscoped().user.create({
    data: { email: email_address, name: 'Lin', password_hash: await hashPassword(PASSWORD) },
  })
  return {
    user_id: user.id,
    email_address,
    session_id: await startSession(service, { user_id: user.id, source: newSource() }),
  }
}

async function newMember({ account_id }: TestAccount, role: Role) {
  const member = await newUser()
  await unscoped().membership.create({ data: { account_id, user_id: member.user_id, role } })
  return member
}

const isLive = async (session_id: string) =>
  (await findSession(service, { id: session_id, source: newSource() })) !== null

async function invited({ ctx }: { ctx: Ctx }, email_address: string, role: Role = 'editor') {
  await inviteMember(ctx, { email_address, role })
  const message = (await serviceEmailsTo(email_address)).at(-1)
  return /invitations\/([\w-]+)/.exec(message?.text ?? '')?.[1] ?? ''
}

async function invitedBySecondOwner(account: TestAccount) {
  const [owner, lin] = [await newMember(account, 'owner'), await newUser()]
  const { account_id } = account
  const ctx = makeCtx({ account_id, actor: { kind: 'user', user_id: owner.user_id, role: 'owner' } })
  return { owner, lin, token: await invited({ ctx }, lin.email_address, 'owner') }
}

test('a new role ends the member’s sessions, but not the current session of a member who changes their own role [S7]', async () => {
  const account = await testAccount()
  const editor = await newMember(account, 'editor')
  const session_id = await startSession(service, { user_id: account.user_id, source: newSource() })
  await changeRole(account.ctx, { user_id: editor.user_id, role: 'owner', session_id })
  expect(await isLive(editor.session_id)).toBe(false)
  expect(await isLive(session_id)).toBe(true)
  const other = await startSession(service, { user_id: account.user_id, source: newSource() })
  await changeRole(account.ctx, { user_id: account.user_id, role: 'viewer', session_id })
  expect([await isLive(session_id), await isLive(other)]).toEqual([true, false])
})

test('removing a member ends their sessions, and sessions of non-members cannot be ended [S7]', async () => {
  const account = await testAccount()
  const editor = await newMember(account, 'editor')
  const stranger = await newUser()
  await removeMember(account.ctx, { user_id: editor.user_id, session_id: 'x' })
  expect(await isLive(editor.session_id)).toBe(false)
  await expect(removeMember(account.ctx, { user_id: stranger.user_id, session_id: 'x' })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await isLive(stranger.session_id)).toBe(true)
})

test('the last owner can neither leave nor step down, even when two try concurrently', async () => {
  const account = await testAccount()
  const me = { user_id: account.user_id, session_id: 'x' }
  await expect(removeMember(account.ctx, me)).rejects.toMatchObject({ messages: [LAST_OWNER] })
  await expect(changeRole(account.ctx, { ...me, role: 'admin' })).rejects.toMatchObject({ messages: [LAST_OWNER] })
  const second = await newMember(account, 'owner')
  const leaving = [me, { user_id: second.user_id, session_id: second.session_id }]
  const results = await Promise.allSettled(leaving.map((input) => removeMember(account.ctx, input)))
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('only owners add, change and remove owners', async () => {
  const account = await testAccount()
  const admin = withRole(account, 'admin')
  const [owner, editor] = [await newMember(account, 'owner'), await newMember(account, 'editor')]
  const session_id = 'x'
  const forbidden = { code: 'forbidden' }
  await expect(changeRole(admin, { user_id: editor.user_id, role: 'owner', session_id })).rejects.toMatchObject(
    forbidden,
  )
  await expect(changeRole(admin, { user_id: owner.user_id, role: 'viewer', session_id })).rejects.toMatchObject(
    forbidden,
  )
  await expect(removeMember(admin, { user_id: owner.user_id, session_id })).rejects.toMatchObject(forbidden)
  const email_address = `o-${randomUUID()}@studio.example`
  await expect(inviteMember(admin, { email_address, role: 'owner' })).rejects.toMatchObject(forbidden)
  await changeRole(admin, { user_id: editor.user_id, role: 'admin', session_id })
  expect((await listMembers(admin)).map(({ role }) => role)).toEqual(['owner', 'owner', 'admin'])
})

test('each role can call what it should', async () => {
  const account = await testAccount()
  const may = async (role: Role, call: (caller: ReturnType<typeof createCaller>) => Promise<unknown>) => {
    const caller = createCaller({
      user: { id: account.user_id, email: account.email, name: null, is_admin: false, session_id: 'x' },
      account: withRole(account, role),
      source: newSource(),
      request_id: 'test',
    })
    const error = await call(caller).then(
      () => undefined,
      (thrown: { code?: string; message?: string }) => thrown,
    )
    return !(error?.code === 'FORBIDDEN' && error.message?.startsWith('This needs the '))
  }
  const calls: [Role, (caller: ReturnType<typeof createCaller>) => Promise<unknown>][] = [
    ['viewer', (c) => c.account.settings()],
    ['viewer', (c) => c.team.members()],
    ['viewer', (c) => c.sending_addresses.list()],
    ['editor', (c) => c.account.setColors({ colors: ['#fff'] })],
    ['editor', (c) => c.account.saveProfile({ name: 'x', byline: '', bio: '', image_url: '', profile_url: '' })],
    [
      'admin',
      (c) =>
        c.account.saveSettings({
          name: 'x',
          time_zone: 'UTC',
          postal_address: '',
          open_tracking_enabled: true,
          click_tracking_enabled: true,
          undo_seconds: 30,
          automation_trace_days: 365,
        }),
    ],
    ['admin', (c) => c.sending_addresses.setDefault({ id: 2_000_000_000 })],
    ['admin', (c) => c.sending_addresses.remove({ id: 2_000_000_000 })],
    ['admin', (c) => c.team.invitations()],
    ['admin', (c) => c.team.withdraw({ id: 2_000_000_000 })],
    ['admin', (c) => c.team.changeRole({ user_id: 2_000_000_000, role: 'viewer' })],
    ['admin', (c) => c.team.remove({ user_id: 2_000_000_000 })],
    ['admin', (c) => c.api_keys.list()],
  ]
  for (const [least, call] of calls)
    for (const role of ROLES)
      expect(await may(role, call), `${role}: ${call}`).toBe(ROLES.indexOf(role) <= ROLES.indexOf(least))
})

test('an invitation is emailed to known and unknown addresses alike, and stored as a hash [S6, S7]', async () => {
  const account = await testAccount()
  const known = await newUser()
  const unknown = `unknown-${randomUUID()}@studio.example`
  const tokens = [await invited(account, known.email_address), await invited(account, unknown)]
  const messages = await Promise.all([known.email_address, unknown].map(serviceEmailsTo))
  const [a, b] = messages.map(([message], i) => message?.text.replace(tokens[i] ?? '', 'token'))
  expect(a).toBe(b)
  expect(a).toContain('“Studio North”')
  expect(
    JSON.stringify(await unscoped().invitation.findMany({ where: { account_id: account.account_id } })),
  ).not.toContain(tokens[0])
  await expect(inviteMember(account.ctx, { email_address: account.email, role: 'viewer' })).rejects.toMatchObject({
    messages: [IS_MEMBER],
  })
})

test('a user accepts with the invited address, once, and the account is selected', async () => {
  const account = await testAccount()
  const [lin, other_user] = [await newUser(), await newUser()]
  const token = await invited(account, lin.email_address)
  const source = newSource()
  expect(await findInvitation(service, { token, source })).toEqual({
    account_name: 'Studio North',
    invited_by: 'Nora Lind',
    email_address: lin.email_address,
    role: 'editor',
    user_exists: true,
  })
  await expect(acceptInvitation(service, { token, source, ...other_user })).rejects.toMatchObject({ code: 'forbidden' })
  const uses = await Promise.allSettled([1, 2].map(() => acceptInvitation(service, { token, source, ...lin })))
  expect(uses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await findSession(service, { id: lin.session_id, source }))?.account).toEqual({
    account_id: account.account_id,
    role: 'editor',
    deletes_at: null,
  })
  expect(await findInvitation(service, { token, source })).toBeNull()
  await expect(acceptInvitation(service, { token, source, ...lin })).rejects.toMatchObject({ messages: [STALE_LINK] })
})

test('a new user signs up through the invitation, once', async () => {
  const account = await testAccount()
  const email_address = `new-${randomUUID()}@studio.example`
  const token = await invited(account, email_address, 'viewer')
  const source = newSource()
  expect(await findInvitation(service, { token, source })).toMatchObject({ user_exists: false })
  const join = () => joinByInvitation(service, { token, name: 'Lin', password: PASSWORD, source })
  const uses = await Promise.allSettled([join(), join()])
  expect(uses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const session = await signIn(service, { email_address, password: PASSWORD, source })
  expect((await findSession(service, { id: session ?? '', source }))?.account).toMatchObject({ role: 'viewer' })
})

test('an invitation ends after seven days, when withdrawn, and when another is sent', async () => {
  const account = await testAccount()
  const email_address = `late-${randomUUID()}@studio.example`
  const source = newSource()
  const first = await invited(account, email_address)
  const second = await invited(account, email_address)
  expect(await findInvitation(service, { token: first, source })).toBeNull()
  const late = { ...service, now: () => new Date(Date.now() + 7 * 86_400_000 + 1_000) }
  expect(await findInvitation(late, { token: second, source })).toBeNull()
  const [open] = await listInvitations(account.ctx)
  expect(open).toMatchObject({ email_address, role: 'editor', is_expired: false })
  await withdrawInvitation(account.ctx, { id: open?.id ?? 0 })
  expect(await findInvitation(service, { token: second, source })).toBeNull()
  expect(await listInvitations(account.ctx)).toEqual([])
})

test('another account’s invitation is not found [S11]', async () => {
  const [own, other] = [await testAccount(), await testAccount()]
  await inviteMember(other.ctx, { email_address: `x-${randomUUID()}@studio.example`, role: 'viewer' })
  const [theirs] = await listInvitations(other.ctx)
  await expect(withdrawInvitation(own.ctx, { id: theirs?.id ?? 0 })).rejects.toMatchObject({ code: 'not_found' })
})

test('an admin can neither replace nor withdraw an invitation of an owner', async () => {
  const account = await testAccount()
  const email_address = `lin-${randomUUID()}@studio.example`
  const admin = withRole(account, 'admin')
  const token = await invited(account, email_address, 'owner')
  const [open] = await listInvitations(account.ctx)
  for (const role of ['admin', 'viewer'] as const)
    await expect(inviteMember(admin, { email_address, role })).rejects.toMatchObject({ messages: [OWNER_INVITED] })
  await expect(withdrawInvitation(admin, { id: open?.id ?? 0 })).rejects.toMatchObject({ messages: [OWNER_INVITED] })
  await expect(inviteMember(admin, { email_address, role: 'owner' })).rejects.toMatchObject({ code: 'forbidden' })
  expect(await findInvitation(service, { token, source: newSource() })).toMatchObject({ role: 'owner' })
})

test('an admin may invite an address whose invitation as an owner has expired', async () => {
  const account = await testAccount()
  const email_address = `lin-${randomUUID()}@studio.example`
  await invited(account, email_address, 'owner')
  const late = { ...withRole(account, 'admin'), now: () => new Date(Date.now() + 8 * 86_400_000) }
  await inviteMember(late, { email_address, role: 'editor' })
  expect(await listInvitations(account.ctx)).toMatchObject([{ email_address, role: 'editor' }])
})

test('a member who left or lost the right to invite cannot return through an earlier invitation', async () => {
  const account = await testAccount()
  const source = newSource()
  for (const end of ['removed', 'editor', 'admin'] as const) {
    const { owner, lin, token } = await invitedBySecondOwner(account)
    if (end === 'removed') await removeMember(account.ctx, { user_id: owner.user_id, session_id: 'x' })
    else await changeRole(account.ctx, { user_id: owner.user_id, role: end, session_id: 'x' })
    expect(await findInvitation(service, { token, source }), end).toBeNull()
    await expect(acceptInvitation(service, { token, source, ...lin }), end).rejects.toMatchObject({
      messages: [STALE_LINK],
    })
  }
})

test('an invitation cannot be accepted once its inviter may no longer invite', async () => {
  const account = await testAccount()
  const { owner, lin, token } = await invitedBySecondOwner(account)
  await unscoped().membership.updateMany({ where: { user_id: owner.user_id }, data: { role: 'admin' } })
  await expect(acceptInvitation(service, { token, source: newSource(), ...lin })).rejects.toMatchObject({
    messages: [STALE_LINK],
  })
})
