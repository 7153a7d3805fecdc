import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { serviceCtx } from '../../core/context.ts'
import { unscoped } from '../../db/client.ts'
import { purgeExpired } from '../../db/purge.ts'
import { testAccount } from '../../testing/account.ts'
import { serviceEmailsTo } from '../../testing/modules/service-emails.ts'
import { countSignInAttempt } from '../throttle/sign-in-delay.ts'
import { deviceToken } from './devices.ts'
import { emailResetLink, isResetLinkValid, requestReset, resetPassword } from './password-reset.ts'
import { hashPassword } from './passwords.ts'
import { STALE_LINK } from './schema.ts'
import { changePassword } from './service.ts'
import { EXPIRED_SIGN_IN, endSession, findSession, listSessions, startSession, switchAccount } from './sessions.ts'
import { signIn, signInWithIdentity } from './sign-in.ts'
import { WRONG_PASSWORD } from './values-schema.ts'

const PASSWORD = 'a lantern in the moss'
const ctx = serviceCtx()
const later = (ms: number) => {
  const now = new Date(Date.now() + ms)
  return { ...ctx, now: () => now }
}

/** Returns a new source address, because tests must not share limits. */
const newSource = () => {
  const part = () => Math.floor(Math.random() * 250) + 1
  return { ip: `11.${part()}.${part()}.${part()}`, user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
}

async function newUser(password: string | null = PASSWORD) {
  const email = `p-${randomUUID()}@studio.example`
  const user = await unscoped().user.create({
    data: { email, name: 'Nora', password_hash: password && (await hashPassword(password)) },
  })
  return { user_id: user.id, email }
}

test('the right password starts a session, and ending it takes effect immediately', async () => {
  const source = newSource()
  const { email, user_id } = await newUser()
  const id = await signIn(ctx, { email_address: email, password: PASSWORD, source })
  expect(id).not.toBeNull()
  expect(await findSession(ctx, { id: id ?? '', source })).toMatchObject({ user_id, email, account: null })
  await endSession(ctx, { id: id ?? '', user_id })
  expect(await findSession(ctx, { id: id ?? '', source })).toBeNull()
  expect(await findSession(ctx, { id: 'no uuid', source })).toBeNull()
  expect(await findSession(ctx, { id: randomUUID(), source })).toBeNull()
})

test('sign-in answers the same for an unknown address, a wrong password and a user without a password [S7]', async () => {
  const source = newSource()
  const known = await newUser()
  const provider_only = await newUser(null)
  for (const email_address of [known.email, provider_only.email, `unknown-${randomUUID()}@studio.example`])
    expect(await signIn(ctx, { email_address, password: 'not the right one', source })).toBeNull()
})

test('an unknown address takes as much work as a known one [S7]', async () => {
  const source = newSource()
  const known = await newUser()
  const took = async (email_address: string) => {
    const started = process.cpuUsage()
    await signIn(ctx, { email_address, password: 'not the right one', source })
    const { user, system } = process.cpuUsage(started)
    return user + system
  }
  await took(known.email)
  const withHash = Math.min(await took(known.email), await took(known.email))
  const without = Math.min(await took('unknown-1@studio.example'), await took('unknown-2@studio.example'))
  // One argon2id hash takes tens of milliseconds, all other work together a few.
  expect(without).toBeGreaterThan(withHash / 3)
})

test('sign-in is delayed per address and source, whether or not the address exists, and recovers [S7]', async () => {
  const source = newSource()
  const known = await newUser()
  const now = new Date()
  const still = { ...ctx, now: () => now }
  for (const email_address of [known.email, `unknown-${randomUUID()}@studio.example`]) {
    for (let i = 0; i < 5; i++) await signIn(still, { email_address, password: 'wrong', source })
    await expect(signIn(still, { email_address, password: PASSWORD, source })).rejects.toMatchObject({
      code: 'rate_limited',
      messages: ['Too many failed attempts. Try again in a second, or reset your password.'],
    })
  }
  expect(await signIn(ctx, { email_address: known.email, password: PASSWORD, source: newSource() })).not.toBeNull()
  const input = { email_address: known.email, password: PASSWORD, source }
  expect(await signIn(later(60_000), input)).not.toBeNull()
})

test('a source that tries many addresses is delayed as a whole, and an IPv6 network counts as one source [S7]', async () => {
  const network = `2a01:4f8:${Math.floor(Math.random() * 60_000).toString(16)}:7`
  const now = new Date()
  const results = await Promise.allSettled(
    Array.from({ length: 62 }, (_, i) =>
      countSignInAttempt(
        { ...ctx, now: () => now },
        {
          email_address: `a${i}@studio.example`,
          source: { ip: `${network}::${i + 1}`, user_agent: null },
          device: undefined,
        },
      ),
    ),
  )
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(2)
})

test('a successful sign-in clears earlier failures of that address', async () => {
  const source = newSource()
  const { email } = await newUser()
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 4; i++) await signIn(ctx, { email_address: email, password: 'wrong', source })
    expect(await signIn(ctx, { email_address: email, password: PASSWORD, source })).not.toBeNull()
  }
})

test('attempts are stored as digests, without the address or source [S6]', async () => {
  const source = newSource()
  await signIn(ctx, { email_address: 'very-secret@studio.example', password: 'wrong', source })
  const rows = await unscoped().authThrottle.findMany()
  expect(rows.length).toBeGreaterThan(0)
  for (const { key } of rows) expect(key).toMatch(/^[0-9a-f]{64}$/)
})

test('a new password ends all other sessions and keeps the current one [S7]', async () => {
  const source = newSource()
  const { user_id, email } = await newUser()
  const [here, there] = [await startSession(ctx, { user_id, source }), await startSession(ctx, { user_id, source })]
  await expect(
    changePassword(ctx, { user_id, session_id: here, current_password: 'not it at all', password: 'brussels sprouts' }),
  ).rejects.toMatchObject({ code: 'invalid', messages: [WRONG_PASSWORD] })
  expect(await findSession(ctx, { id: there, source })).not.toBeNull()
  const change = { user_id, session_id: here, current_password: PASSWORD, password: 'brussels sprouts' }
  expect(await changePassword(ctx, change)).toEqual({ ended_sessions: 1 })
  expect(await findSession(ctx, { id: here, source })).not.toBeNull()
  expect(await findSession(ctx, { id: there, source })).toBeNull()
  expect(await signIn(ctx, { email_address: email, password: PASSWORD, source })).toBeNull()
  const devices = [deviceToken(user_id)]
  expect(await signIn(ctx, { email_address: email, password: 'brussels sprouts', source, devices })).not.toBeNull()
  expect((await serviceEmailsTo(email)).map(({ subject }) => subject)).toEqual(['Your password was changed'])
})

test('a reset link works once within an hour, ends every session, and is stored as a hash [S6, S7]', async () => {
  const source = newSource()
  const { user_id, email } = await newUser()
  const session = await startSession(ctx, { user_id, source })
  await emailResetLink(ctx, { email_address: email })
  await emailResetLink(ctx, { email_address: email })
  const tokens = (await serviceEmailsTo(email)).map(({ text }) => /reset-password\/([\w-]+)/.exec(text)?.[1] ?? '')
  const [token = '', other = ''] = tokens
  expect(token).toHaveLength(43)
  expect(JSON.stringify(await unscoped().passwordReset.findMany({ where: { user_id } }))).not.toContain(token)
  expect(
    JSON.stringify(await unscoped().serviceMail.findMany({ where: { to_address: email } }), bigints),
  ).not.toContain(token)

  expect(await isResetLinkValid(ctx, { token, source })).toBe(true)
  expect(await resetPassword(ctx, { token, password: 'brussels sprouts', source })).toEqual({
    email_address: email,
    device: expect.any(String),
  })
  expect(await findSession(ctx, { id: session, source })).toBeNull()
  expect(await signIn(ctx, { email_address: email, password: 'brussels sprouts', source })).not.toBeNull()
  for (const used of [token, other, 'made-up']) {
    expect(await isResetLinkValid(ctx, { token: used, source })).toBe(false)
    await expect(resetPassword(ctx, { token: used, password: 'another sentence', source })).rejects.toMatchObject({
      messages: [STALE_LINK],
    })
  }
})

test('a reset link expires after an hour, and only one of two concurrent uses succeeds', async () => {
  const source = newSource()
  const { email } = await newUser()
  await emailResetLink(ctx, { email_address: email })
  const [message] = await serviceEmailsTo(email)
  const token = /reset-password\/([\w-]+)/.exec(message?.text ?? '')?.[1] ?? ''
  expect(await isResetLinkValid(later(3_601_000), { token, source })).toBe(false)
  const uses = await Promise.allSettled(
    ['brussels sprouts', 'paper and lantern'].map((password) => resetPassword(ctx, { token, password, source })),
  )
  expect(uses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a reset request responds the same for known and unknown addresses and leaves the lookup to a job [S7]', async () => {
  const known = await newUser()
  const unknown = `unknown-${randomUUID()}@studio.example`
  for (const email_address of [known.email, unknown]) {
    expect(await requestReset(ctx, { email_address, source: newSource() })).toBeUndefined()
    const events = await unscoped().outbox.findMany({
      where: { type: 'password_reset.requested', data: { path: ['email_address'], equals: email_address } },
    })
    expect(events).toHaveLength(1)
    expect(await serviceEmailsTo(email_address)).toEqual([])
  }
  await emailResetLink(ctx, { email_address: unknown })
  expect(await serviceEmailsTo(unknown)).toEqual([])
  const source = newSource()
  for (let i = 0; i < 3; i++) await requestReset(ctx, { email_address: unknown, source })
  await expect(requestReset(ctx, { email_address: unknown, source })).rejects.toMatchObject({ code: 'rate_limited' })
})

test('last seen is updated at most once a minute, and a session ends after a month without use', async () => {
  const source = newSource()
  const { user_id } = await newUser()
  const id = await startSession(ctx, { user_id, source })
  const seen = async () => +(await unscoped().session.findUniqueOrThrow({ where: { id } })).last_seen_at
  const first = await seen()
  await findSession(later(30_000), { id, source })
  expect(await seen()).toBe(first)
  const soon = later(61_000)
  await findSession(soon, { id, source })
  expect(await seen()).toBe(+soon.now())
  expect(await findSession(later(31 * 86_400_000), { id, source })).toBeNull()
})

test('expired sessions, links and counters are deleted', async () => {
  const { user_id } = await newUser()
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  const dates = [
    { created_at: ago(40), last_seen_at: ago(1) },
    { created_at: ago(40), last_seen_at: ago(40), revoked_at: ago(31) },
    { created_at: ago(90), last_seen_at: ago(61) },
  ]
  await unscoped().session.createMany({ data: dates.map((row) => ({ id: randomUUID(), user_id, ...row })) })
  await purgeExpired(EXPIRED_SIGN_IN, { now: ctx.now() })
  expect(await unscoped().session.count({ where: { user_id } })).toBe(1)
})

test('a user can switch only between their own accounts', async () => {
  const source = newSource()
  const [one, two, foreign] = [await testAccount(), await testAccount(), await testAccount()]
  const { user_id } = one
  await unscoped().membership.create({ data: { account_id: two.account_id, user_id, role: 'viewer' } })
  const session_id = await startSession(ctx, { user_id, source })
  const open = async () => (await findSession(ctx, { id: session_id, source }))?.account
  expect(await open()).toMatchObject({ account_id: one.account_id, role: 'owner' })
  await switchAccount(two.ctx, { user_id, session_id })
  expect(await open()).toMatchObject({ account_id: two.account_id, role: 'viewer' })
  await expect(switchAccount(foreign.ctx, { user_id, session_id })).rejects.toMatchObject({ code: 'not_found' })
  await unscoped().membership.deleteMany({ where: { account_id: two.account_id, user_id } })
  expect(await open()).toMatchObject({ account_id: one.account_id, role: 'owner' })
})

test('users see and end only their own sessions', async () => {
  const source = newSource()
  const [nora, lin] = [await newUser(), await newUser()]
  const here = await startSession(ctx, { user_id: nora.user_id, source })
  const there = await startSession(ctx, { user_id: nora.user_id, source: { ip: '8.8.8.8', user_agent: null } })
  const list = await listSessions(ctx, { user_id: nora.user_id, session_id: here })
  expect(list.map(({ id, device, is_current }) => ({ id, device, is_current }))).toEqual([
    { id: here, device: 'Firefox on Linux', is_current: true },
    { id: there, device: 'Unknown device', is_current: false },
  ])
  await expect(endSession(ctx, { id: here, user_id: lin.user_id })).rejects.toMatchObject({ code: 'not_found' })
  expect(await findSession(ctx, { id: here, source })).not.toBeNull()
})

test('a provider’s identity finds its user again, and only a verified address links it to an existing user', async () => {
  const proven = await newUser()
  await unscoped().user.update({
    where: { id: proven.user_id },
    data: { email_verified_at: new Date(), email_proof: 'mail' },
  })
  const identity = (email_address: string | null) => ({
    provider: 'github',
    provider_account_id: randomUUID(),
    email_address,
    name: 'Nora',
  })
  expect(await signInWithIdentity(ctx, identity(null))).toBeNull()
  const joined = identity(proven.email)
  expect(await signInWithIdentity(ctx, joined)).toBe(proven.user_id)
  expect(await signInWithIdentity(ctx, { ...joined, email_address: null })).toBe(proven.user_id)
  // Only one notice, when the identity is connected.
  expect((await serviceEmailsTo(proven.email)).map(({ subject }) => subject)).toEqual([
    'GitHub was connected to your Envoi account',
  ])
  expect(await signIn(ctx, { email_address: proven.email, password: PASSWORD, source: newSource() })).not.toBeNull()
  const fresh = identity(`new-${randomUUID()}@studio.example`)
  const [a, b] = await Promise.all([signInWithIdentity(ctx, fresh), signInWithIdentity(ctx, fresh)])
  expect(a).toBe(b)
})

test('a stranger who signed up with someone’s address loses it when the owner signs in through a provider [S7]', async () => {
  const source = newSource()
  const squatter = await newUser()
  const session = await startSession(ctx, { user_id: squatter.user_id, source })
  const identity = { provider: 'google', provider_account_id: randomUUID(), email_address: squatter.email, name: null }
  expect(await signInWithIdentity(ctx, identity)).toBe(squatter.user_id)
  expect(await findSession(ctx, { id: session, source })).toBeNull()
  expect(await signIn(ctx, { email_address: squatter.email, password: PASSWORD, source })).toBeNull()
})

const bigints = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
