import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Source } from '../../core/context.ts'
import { unscoped } from '../../db/client.ts'
import { env } from '../../env.ts'
import { serviceEmailsTo } from '../../testing/modules/service-emails.ts'
import {
  at,
  ctx,
  firstStep,
  isOpen,
  newSource,
  newUser,
  PASSWORD,
  renewCtx,
  START,
  STEP_MS,
  secondStep,
  withApp,
  withPasskey,
} from '../../testing/second-factors/users.ts'
import { listSecurityEvents } from '../security-events/service.ts'
import { deviceToken } from '../users/devices.ts'
import { deviceOfSession, findSession, listSessions, startSession } from '../users/sessions.ts'
import { signIn } from '../users/sign-in.ts'
import { offerAuthenticator } from './authenticators.ts'
import { confirmIdentity, finishSignIn } from './confirm.ts'
import { passkeyRequest } from './passkeys.ts'
import { EXPIRED_SIGN_IN_STEP, WRONG_CODE, WRONG_RECOVERY_CODE } from './schema.ts'
import {
  addAuthenticator,
  getSecurityOverview,
  removeAuthenticator,
  removePasskey,
  removeSecondFactors,
  renewRecoveryCodes,
} from './service.ts'

beforeAll(renewCtx)

test('after the password, a session with a second factor is not valid until the code is right', async () => {
  const user = await newUser()
  const { code } = await withApp(user)
  const pending = await firstStep(user)
  expect(await isOpen(user, pending)).toBe(false)
  expect(await deviceOfSession(ctx, { id: pending })).toBeUndefined()
  expect(await listSessions(ctx, { user_id: user.user_id, session_id: pending })).toEqual([])
  await expect(secondStep(user, pending, { code: '000000' })).rejects.toThrow(WRONG_CODE)
  const session = await secondStep(user, pending, { code: code(STEP_MS) })
  expect(session).not.toBe(pending)
  expect(await findSession(ctx, { id: session, source: user.source })).toMatchObject({ has_second_factor: true })
  await expect(secondStep(user, pending, { code: code(STEP_MS) })).rejects.toThrow(EXPIRED_SIGN_IN_STEP)
})

test('the second step has ten minutes', async () => {
  const user = await newUser()
  const { code } = await withApp(user)
  const pending = await firstStep(user)
  const late = 11 * 60_000
  await expect(secondStep(user, pending, { code: code(late) }, at(late))).rejects.toThrow(EXPIRED_SIGN_IN_STEP)
})

test('a code works once, even with two concurrent requests, and earlier codes no longer work', async () => {
  const user = await newUser()
  const { code } = await withApp(user)
  const pending = await Promise.all([firstStep(user), firstStep(user)])
  // The code used for enrollment.
  await expect(secondStep(user, pending[0], { code: code(0) })).rejects.toThrow(WRONG_CODE)
  const tries = await Promise.allSettled(pending.map((id) => secondStep(user, id, { code: code(STEP_MS) })))
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const again = await firstStep(user)
  for (const earlier of [code(0), code(STEP_MS)])
    await expect(secondStep(user, again, { code: earlier }, at(STEP_MS))).rejects.toThrow(WRONG_CODE)
})

test('codes of the previous and the next step are accepted, others are not', async () => {
  const user = await newUser()
  const { code } = await withApp(user)
  const later = 10 * STEP_MS
  const offers = [-2, -1, 1, 2].map((steps) => code(later + steps * STEP_MS))
  const results: boolean[] = []
  for (const offered of offers) {
    const pending = await firstStep(user, at(later))
    results.push(
      await secondStep(user, pending, { code: offered }, at(later)).then(
        () => true,
        () => false,
      ),
    )
  }
  expect(results).toEqual([false, true, true, false])
})

test('codes are limited per user, across all sources', async () => {
  const user = await newUser()
  await withApp(user)
  const refusal = async (source: Source) => {
    const pending_id = await firstStep({ ...user, source })
    const step = { pending_id, proof: { code: '000000' }, source, devices: [] }
    return finishSignIn(ctx, step).catch((error: Error) => error.message)
  }
  const own = Array.from({ length: 10 })
  for (const _ of own) await refusal(user.source)
  expect(await refusal(user.source)).toMatch(/^Too many attempts/)
  const elsewhere = new Set<unknown>()
  for (let tries = 0; tries < 25; tries++) elsewhere.add(await refusal(newSource()))
  expect([...elsewhere].some((message) => String(message).startsWith('Too many attempts'))).toBe(true)
})

test('the secret is encrypted, and an abandoned or stolen enrollment changes nothing', async () => {
  const [user, other] = [await newUser(), await newUser()]
  const offer = offerAuthenticator(ctx, user)
  const secret = offer.secret.replaceAll(' ', '')
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: START })
  expect(offer.qr_code).toMatch(/^<svg /)
  const { enrollment } = offer
  await expect(addAuthenticator(ctx, { ...other, enrollment, code })).rejects.toThrow('has expired')
  await expect(addAuthenticator(at(31 * 60_000), { ...user, enrollment, code })).rejects.toThrow('has expired')
  await expect(addAuthenticator(ctx, { ...user, enrollment, code: '000000' })).rejects.toThrow(WRONG_CODE)
  expect((await getSecurityOverview(ctx, user)).authenticator).toBeNull()
  await addAuthenticator(ctx, { ...user, enrollment, code })
  const stored = await unscoped().authenticator.findUniqueOrThrow({ where: { user_id: user.user_id } })
  expect(JSON.stringify(stored.secret)).not.toContain(secret)
})

test('a recovery code works once, however it is typed, and an email says how many remain', async () => {
  const user = await newUser()
  const { recovery_codes } = await withApp(user)
  expect(new Set(recovery_codes).size).toBe(10)
  const [first = ''] = recovery_codes
  const rows = await unscoped().recoveryCode.findMany({ where: { user_id: user.user_id } })
  expect(JSON.stringify(rows.map(({ code_hash }) => code_hash))).not.toContain(first.slice(0, 5))
  const typed = { recovery_code: ` ${first.toUpperCase().replace('-', ' ')}` }
  expect(await isOpen(user, await secondStep(user, await firstStep(user), typed))).toBe(true)
  await expect(secondStep(user, await firstStep(user), typed)).rejects.toThrow(WRONG_RECOVERY_CODE)
  expect((await getSecurityOverview(ctx, user)).recovery_codes_left).toBe(9)
  const notice = (await serviceEmailsTo(user.email)).at(-1)
  expect(notice).toMatchObject({ subject: 'A recovery code was used' })
  expect(notice?.text).toContain('9 are left')
  expect(notice?.text).toContain(`Firefox on Linux, ${user.source.ip}`)
  expect((await listSecurityEvents(user.account.ctx))[0]).toMatchObject({ kind: 'recovery_code_used' })
  const [renewed = ''] = await renewRecoveryCodes(ctx, user)
  for (const [code, works] of [
    [recovery_codes[1] ?? '', false],
    [renewed, true],
  ] as const) {
    const step = secondStep(user, await firstStep(user), { recovery_code: code })
    await (works ? expect(step).resolves.toBeTruthy() : expect(step).rejects.toThrow(WRONG_RECOVERY_CODE))
  }
})

test('identity is confirmed by password, code or passkey, for the current session only', async () => {
  const user = await newUser()
  const { source, user_id } = user
  const [session, other] = [await startSession(ctx, user), await startSession(ctx, user)]
  const { code } = await withApp(user)
  const { passkey } = await withPasskey(user)
  const later = at(60 * 60_000)
  const confirm = (proof: Parameters<typeof confirmIdentity>[1]['proof'], session_id = session) =>
    confirmIdentity(later, { user_id, session_id, proof, source })
  await expect(confirm({ password: 'not the right one' })).rejects.toThrow('Wrong password')
  await expect(confirm({ code: code(0) })).rejects.toThrow(WRONG_CODE)
  const confirmed_at = async (id: string) => (await findSession(later, { id, source }))?.confirmed_at
  expect(await confirmed_at(session)).toEqual(ctx.now())
  const passkeyProof = passkey.sign(await passkeyRequest(later, { user_id, purpose: 'confirm' }))
  for (const proof of [{ password: PASSWORD }, { code: code(60 * 60_000) }, { passkey: passkeyProof }]) {
    await unscoped().session.update({ where: { id: session }, data: { confirmed_at: ctx.now() } })
    await confirm(proof)
    expect(await confirmed_at(session)).toEqual(later.now())
  }
  expect(await confirmed_at(other)).toEqual(ctx.now())
  await expect(confirm({ password: PASSWORD }, randomUUID())).rejects.toThrow('Not Found')
})

test('the last factor cannot be removed while an account requires one; other factors can', async () => {
  const user = await newUser()
  await withApp(user)
  const { passkey } = await withPasskey(user)
  await unscoped().account.update({ where: { id: user.account.account_id }, data: { require_two_factor: true } })
  await removeAuthenticator(ctx, user)
  await expect(removePasskey(ctx, { ...user, id: passkey.id })).rejects.toThrow('“Studio North” requires two-factor')
  expect(await getSecurityOverview(ctx, user)).toMatchObject({
    passkeys: [{ name: 'Laptop' }],
    recovery_codes_left: 10,
  })
  await unscoped().account.update({ where: { id: user.account.account_id }, data: { require_two_factor: false } })
  await removePasskey(ctx, { ...user, id: passkey.id })
  expect(await getSecurityOverview(ctx, user)).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
  expect(await isOpen(user, await firstStep(user))).toBe(true)
})

test('administrators keep their last factor unless ADMIN_TWO_FACTOR is off', async () => {
  const user = await newUser()
  await withApp(user)
  await unscoped().user.update({ where: { id: user.user_id }, data: { is_admin: true } })
  const settings = env()
  const before = settings.ADMIN_TWO_FACTOR
  onTestFinished(() => {
    settings.ADMIN_TWO_FACTOR = before
  })
  settings.ADMIN_TWO_FACTOR = 'on'
  await expect(removeAuthenticator(ctx, user)).rejects.toThrow('because you are an administrator')
  settings.ADMIN_TWO_FACTOR = 'off'
  await removeAuthenticator(ctx, user)
})

test('an administrator removes all factors of a user, who is signed out and notified', async () => {
  const user = await newUser()
  const session = await startSession(ctx, user)
  await withApp(user)
  await withPasskey(user)
  expect(await removeSecondFactors(ctx, user)).toBe(true)
  expect(await isOpen(user, session)).toBe(false)
  expect(await getSecurityOverview(ctx, user)).toMatchObject({
    authenticator: null,
    passkeys: [],
    recovery_codes_left: 0,
  })
  expect((await serviceEmailsTo(user.email)).at(-1)?.subject).toBe('Two-factor authentication was turned off')
  expect(await removeSecondFactors(ctx, user)).toBe(false)
  await expect(removeSecondFactors(ctx, { user_id: 2_000_000_000 })).rejects.toThrow('Not Found')
})

test('a sign-in on a new device is recorded and emailed, a first sign-in only recorded, and a known device neither', async () => {
  const user = await newUser()
  const subjects = async () => (await serviceEmailsTo(user.email)).map(({ subject }) => subject)
  const enter = (devices: readonly string[]) =>
    signIn(ctx, { email_address: user.email, password: PASSWORD, source: user.source, devices })
  await enter([])
  await enter([deviceToken(user.user_id)])
  const kinds = async () => (await listSecurityEvents(user.account.ctx)).map(({ kind }) => kind)
  expect(await kinds()).toEqual(['first_sign_in'])
  expect(await subjects()).toEqual([])
  await enter([deviceToken(user.user_id + 1)])
  expect(await subjects()).toEqual(['New sign-in to Envoi'])
  const [email] = await serviceEmailsTo(user.email)
  expect(email?.text).toMatch(/Firefox on Linux, 12\.[\d.]+, \w+ \d+, \d{4} at \d+:\d\d\s[AP]M UTC/)
  expect(await kinds()).toEqual(['new_device', 'first_sign_in'])
})

test('codes match RFC 6238, appendix B', () => {
  const totp = new TOTP({ secret: Secret.fromUTF8('12345678901234567890'), digits: 8, algorithm: 'SHA1', period: 30 })
  const vectors = { 59: '94287082', 1111111109: '07081804', 1234567890: '89005924', 20000000000: '65353130' }
  for (const [seconds, code] of Object.entries(vectors))
    expect(totp.generate({ timestamp: Number(seconds) * 1000 })).toBe(code)
})
