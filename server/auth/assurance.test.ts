import { encode } from 'next-auth/jwt'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { clock } from '../core/clock.ts'
import { serviceCtx } from '../core/context.ts'
import { unscoped } from '../db/client.ts'
import { env } from '../env.ts'
import { startSession } from '../modules/users/sessions.ts'
import { type TestAccount, testAccount } from '../testing/account.ts'
import { newUser, renewCtx, withApp } from '../testing/second-factors/users.ts'
import { createCaller } from '../trpc/root.ts'
import { cookieName } from './cookie.ts'
import { dashboardContext } from './dashboard-context.ts'

beforeAll(renewCtx)

const source = { ip: '127.0.0.1', user_agent: null }

/** Returns the context of a new session, as for a request with its cookie. */
async function contextOf({ user_id }: { user_id: number }, sent: Record<string, string> = {}) {
  const sid = await startSession(serviceCtx(), { user_id, source, is_complete: true })
  const cookie = `${cookieName()}=${await encode({ token: { sid }, secret: env().SECRET_KEY })}`
  return dashboardContext({ headers: new Headers({ cookie, ...sent }) })
}

const require = ({ account_id }: TestAccount) =>
  unscoped().account.update({ where: { id: account_id }, data: { require_two_factor: true } })

function setAdminTwoFactor(value: 'on' | 'off') {
  const settings = env()
  const before = settings.ADMIN_TWO_FACTOR
  settings.ADMIN_TWO_FACTOR = value
  onTestFinished(() => {
    settings.ADMIN_TWO_FACTOR = before
  })
}

test('a member without a second factor can only add one, if any of their accounts requires it', async () => {
  const user = await newUser()
  const other = await testAccount()
  await unscoped().membership.create({ data: { account_id: other.account_id, user_id: user.user_id, role: 'viewer' } })
  await require(other)
  const context = await contextOf(user)
  expect(context).toMatchObject({ account: null, user: { blocked_by: 'Studio North' } })
  const caller = createCaller(context)
  const refused = { code: 'FORBIDDEN', message: expect.stringContaining('requires two-factor authentication') }
  await expect(caller.tags.list({})).rejects.toMatchObject(refused)
  await expect(caller.account.list()).rejects.toMatchObject(refused)
  await expect(caller.oauth.consent({ request: 'x' })).rejects.toMatchObject(refused)
  await expect(caller.users.switchAccount({ account_id: user.account.account_id })).resolves.toBeUndefined()
  expect(await caller.second_factors.overview()).toMatchObject({ required_by: ['“Studio North”'] })
  await withApp(user)
  const after = await contextOf(user)
  expect(after).toMatchObject({ account: { account_id: expect.any(Number) }, user: { blocked_by: null } })
  expect((await createCaller(after).account.list()).length).toBe(2)
})

test('an owner can require a second factor of all members only if they have one', async () => {
  const user = await newUser()
  const policy = async () => createCaller(await contextOf(user)).account
  await expect((await policy()).setTwoFactorPolicy({ is_required: true })).rejects.toThrow('for yourself first')
  await withApp(user)
  const account = await policy()
  await account.setTwoFactorPolicy({ is_required: true })
  expect(await account.twoFactorPolicy()).toEqual({ is_required: true, members: 1, members_without: 0 })
  const [event] = await createCaller(await contextOf(user)).security_events.list()
  expect(event).toMatchObject({ kind: 'two_factor_required' })
})

test('administrators need a second factor, unless ADMIN_TWO_FACTOR is off', async () => {
  const user = await newUser()
  await unscoped().user.update({ where: { id: user.user_id }, data: { is_admin: true } })
  const transports = async () => createCaller(await contextOf(user)).transports.list()
  setAdminTwoFactor('on')
  await expect(transports()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  setAdminTwoFactor('off')
  await expect(transports()).resolves.toBeDefined()
  setAdminTwoFactor('on')
  await withApp(user)
  await expect(transports()).resolves.toBeDefined()
})

test('dangerous procedures need a sign-in or confirmation within 15 minutes', async () => {
  const user = await newUser()
  const context = await contextOf(user)
  const create = (confirmed_at: Date | null) =>
    createCaller({ ...context, user: context.user && { ...context.user, confirmed_at } }).api_keys.create({
      name: 'Laptop',
      scope: 'public',
    })
  const ago = (minutes: number) => new Date(+clock.now() - minutes * 60_000)
  for (const stale of [null, ago(16)])
    await expect(create(stale)).rejects.toMatchObject({ code: 'PRECONDITION_REQUIRED' })
  await expect(create(ago(14))).resolves.toMatchObject({ name: 'Laptop' })
})

test('harmful procedures of administrators need it, too', async () => {
  const user = await newUser()
  const context = await contextOf(user)
  setAdminTwoFactor('off')
  const stale = { ...context, user: context.user && { ...context.user, is_admin: true, confirmed_at: null } }
  const { settings, users, accounts } = createCaller(stale).admin
  const reason = { reason: 'Asked for by phone' }
  for (const change of [
    () => settings.save({}),
    () => users.endSessions({ user_id: user.user_id, ...reason }),
    () => users.grant({ user_id: user.user_id }),
    () => users.revoke({ user_id: user.user_id, ...reason }),
    () => accounts.exportForOwners({ account_id: 1, ...reason }),
  ])
    await expect(change()).rejects.toMatchObject({ code: 'PRECONDITION_REQUIRED' })
})

test('a tab of a view that has ended opens no account, least of all the administrator’s own', async () => {
  const user = await newUser()
  const context = await contextOf(user, { 'x-viewed-account': '4711' })
  expect(context).toMatchObject({ user: { id: user.user_id }, account: null })
  await expect(createCaller(context).tags.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect((await contextOf(user)).account).toMatchObject({ account_id: user.account.account_id })
})
