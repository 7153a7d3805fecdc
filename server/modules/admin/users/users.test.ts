import { expect, test } from 'vitest'
import { serviceCtx } from '../../../core/context.ts'
import { unscoped } from '../../../db/client.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { markWithoutAccount } from '../../users/jobs.ts'
import { setAdministrator } from '../../users/service.ts'
import { findSession, startSession } from '../../users/sessions.ts'

const source = { ip: '192.0.2.7', user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const REASON = 'Their laptop was stolen'

async function asAdministrator() {
  const admin = await testAccount()
  await unscoped().user.update({ where: { id: admin.user_id }, data: { is_admin: true } })
  const { accounts, users, audit } = dashboard(admin, admin.ctx, { is_admin: true }).admin
  return { admin, accounts, users, audit }
}

const addPasskey = ({ user_id }: TestAccount) =>
  unscoped().passkey.create({
    data: {
      id: `passkey-${user_id}`,
      user_id,
      name: 'Phone',
      public_key: Buffer.from('k'),
      counter: 0,
      created_at: new Date(),
    },
  })

test('users are found by address, name and id, with how they sign in', async () => {
  const { users } = await asAdministrator()
  const account = await testAccount()
  const { user_id, email } = account
  await addPasskey(account)
  await startSession(serviceCtx(), { user_id, source, is_complete: true })
  const ids = async (search: string) => (await users.list({ search })).rows.map(({ id }) => id)
  expect(await ids(email.toUpperCase())).toEqual([user_id])
  expect(await ids(String(user_id))).toContain(user_id)
  const other = await unscoped().user.create({ data: { email: `lea${user_id}@münchen.example` } })
  expect(await ids(`lea${user_id}@xn--mnchen-3ya.example`)).toEqual([other.id])
  expect((await users.list({ search: email, state: 'administrators' })).rows).toEqual([])
  expect((await users.list({ search: email, state: 'unverified' })).rows).toMatchObject([
    { email, accounts: 1, account_name: 'Studio North', has_second_factor: true, is_verified: false },
  ])
  expect(await users.get({ user_id })).toMatchObject({
    email,
    is_verified: false,
    has_password: false,
    has_authenticator: false,
    has_passkey: true,
    providers: [],
    passkeys: [{ name: 'Phone' }],
    memberships: [{ account_id: account.account_id, role: 'owner', is_suspended: false }],
    sessions: [{ device: 'Firefox on Linux', ip: source.ip }],
  })
  await expect(users.get({ user_id: 2_000_000_000 })).rejects.toThrow('Not Found')
})

test('users without an account are listed within minutes, until they join one', async () => {
  const { admin, users } = await asAdministrator()
  const { id: user_id } = await unscoped().user.create({ data: { email: `alone-${admin.user_id}@studio.example` } })
  const isListed = async () => {
    const { rows } = await users.list({ search: String(user_id), state: 'without_account', include_total_count: true })
    return rows.map(({ id }) => id).includes(user_id)
  }
  const mark = async () => {
    for (let after: number | null = 0; after !== null; after = await markWithoutAccount(after));
  }
  await mark()
  expect(await isListed()).toBe(true)
  await unscoped().membership.create({ data: { account_id: admin.account_id, user_id, role: 'viewer' } })
  expect(await isListed()).toBe(false)
  await mark()
  expect(await unscoped().user.findUniqueOrThrow({ where: { id: user_id } })).toMatchObject({ without_account: false })
})

test('an administrator ends sessions, sends a verification and removes second factors, each with its entry', async () => {
  const { users, audit } = await asAdministrator()
  const account = await testAccount()
  const { user_id, email } = account
  const id = await startSession(serviceCtx(), { user_id, source })
  expect(await users.endSessions({ user_id, reason: REASON })).toEqual({ ended: 1 })
  expect(await findSession(serviceCtx(), { id, source })).toBeNull()

  await users.resendVerification({ user_id })
  expect(await unscoped().passwordReset.count({ where: { user_id } })).toBe(1)
  await unscoped().user.update({ where: { id: user_id }, data: { email_proof: 'mail' } })
  await expect(users.resendVerification({ user_id })).rejects.toThrow('verified already')

  const check = 'Video call, showed the passport'
  await expect(users.removeFactors({ user_id, check })).rejects.toThrow('no second factor')
  await addPasskey(account)
  await expect(users.removeFactors({ user_id, check: 'ok' })).rejects.toThrow('how you checked')
  await users.removeFactors({ user_id, check })
  expect(await unscoped().passkey.count({ where: { user_id } })).toBe(0)
  const entries = (await audit.list({ user: email })).rows.filter(({ source }) => source === 'instance')
  expect(entries).toMatchObject([
    { action: 'second_factors_removed', details: { email, check } },
    { action: 'verification_resent', details: { email } },
    { action: 'sessions_ended', details: { email, reason: REASON, ended: 1 } },
  ])
})

test('administration is granted and revoked with an entry and an email, on the command line too', async () => {
  const { users, audit } = await asAdministrator()
  const { user_id, email } = await testAccount()
  await users.grant({ user_id })
  expect(await users.get({ user_id })).toMatchObject({ is_admin: true })
  await users.revoke({ user_id, reason: REASON })
  expect(await users.get({ user_id })).toMatchObject({ is_admin: false })
  expect(await setAdministrator(serviceCtx(), { email_address: email, is_admin: true })).toBe(true)
  expect(await setAdministrator(serviceCtx(), { email_address: `no-one-${email}`, is_admin: true })).toBe(false)
  expect((await audit.list({ user: email })).rows).toMatchObject([
    { action: 'administrator_granted', acted_as: 'service' },
    { action: 'administrator_revoked', acted_as: 'administrator', details: { reason: REASON } },
    { action: 'administrator_granted', acted_as: 'administrator' },
  ])
  const sent = await unscoped().serviceMail.findMany({ where: { to_address: email }, orderBy: { id: 'asc' } })
  expect(sent.map(({ subject }) => subject)).toEqual([
    'You are an administrator of Envoi now',
    'You are no longer an administrator of Envoi',
    'You are an administrator of Envoi now',
  ])
})
