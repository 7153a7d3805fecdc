import { beforeAll, expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { env } from '../../env.ts'
import { serviceEmailsTo } from '../../testing/modules/service-emails.ts'
import { softPasskey } from '../../testing/second-factors/soft-passkey.ts'
import {
  at,
  ctx,
  firstStep,
  isOpen,
  newUser,
  PASSWORD,
  renewCtx,
  secondStep,
  withPasskey,
} from '../../testing/second-factors/users.ts'
import { emailResetLink, resetPassword } from '../users/password-reset.ts'
import { findSession, startSession } from '../users/sessions.ts'
import { signInWithIdentity } from '../users/sign-in.ts'
import { signInWithPasskey } from './confirm.ts'
import { offerPasskey, passkeyRequest } from './passkeys.ts'
import { WRONG_PASSKEY } from './schema.ts'
import { addPasskey } from './service.ts'

beforeAll(renewCtx)

test('a passkey signs in on its own, and makes password sign-in ask for a second factor', async () => {
  const user = await newUser()
  const { passkey, recovery_codes } = await withPasskey(user)
  expect(recovery_codes).toHaveLength(10)
  const request = await passkeyRequest(ctx, { user_id: 0, purpose: 'sign_in' })
  expect(request).toMatchObject({ rpId: new URL(env().APP_URL).hostname, userVerification: 'required' })
  const answer = passkey.sign(request)
  const { source } = user
  const session = await signInWithPasskey(ctx, { passkey: answer, source, devices: [] })
  expect(await findSession(ctx, { id: session, source })).toMatchObject({ user_id: user.user_id })
  // Replay the same answer.
  await expect(signInWithPasskey(ctx, { passkey: answer, source, devices: [] })).rejects.toThrow(WRONG_PASSKEY)
  const pending = await firstStep(user)
  expect(await isOpen(user, pending)).toBe(false)
  const step = await passkeyRequest(ctx, { user_id: user.user_id, purpose: 'sign_in' })
  expect(await isOpen(user, await secondStep(user, pending, { passkey: passkey.sign(step) }))).toBe(true)
})

test('a passkey is refused from another site, without user verification, replayed, late, or for another purpose', async () => {
  const [user, other] = [await newUser(), await newUser()]
  const { passkey } = await withPasskey(user)
  const stranger = await withPasskey(other)
  const { source, user_id } = user
  const request = (from = ctx) => passkeyRequest(from, { user_id: 0, purpose: 'sign_in' })
  const attempt = (answer: ReturnType<typeof passkey.sign>, from = ctx) =>
    signInWithPasskey(from, { passkey: answer, source, devices: [] })
  await expect(attempt(passkey.sign(await request(), { origin: 'https://evil.example' }))).rejects.toThrow(
    WRONG_PASSKEY,
  )
  await expect(attempt(passkey.sign(await request(), { is_verified: false }))).rejects.toThrow(WRONG_PASSKEY)
  await expect(attempt(passkey.sign(await request()), at(61 * 60_000))).rejects.toThrow(WRONG_PASSKEY)
  const confirm = await passkeyRequest(ctx, { user_id, purpose: 'confirm' })
  await expect(attempt(passkey.sign(confirm))).rejects.toThrow(WRONG_PASSKEY)
  const step = await passkeyRequest(ctx, { user_id, purpose: 'sign_in' })
  const foreign = { passkey: stranger.passkey.sign(step) }
  await expect(secondStep(user, await firstStep(user), foreign)).rejects.toThrow(WRONG_PASSKEY)
  await attempt(passkey.sign(await request(), { counter: 5 }))
  await expect(attempt(passkey.sign(await request(), { counter: 5 }))).rejects.toThrow(WRONG_PASSKEY)
  const offer = await offerPasskey(ctx, other)
  await expect(addPasskey(ctx, { ...user, name: 'Phone', passkey: softPasskey().create(offer) })).rejects.toThrow(
    WRONG_PASSKEY,
  )
})

test('the owner of an unproven address takes it over without a stranger’s second factors [S7]', async () => {
  const stranger = await newUser()
  const { passkey } = await withPasskey(stranger)
  const { source, email, user_id } = stranger
  const identity = { provider: 'google', provider_account_id: email, email_address: email, name: null }
  expect(await signInWithIdentity(ctx, identity)).toBe(user_id)
  const answer = passkey.sign(await passkeyRequest(ctx, { user_id: 0, purpose: 'sign_in' }))
  await expect(signInWithPasskey(ctx, { passkey: answer, source, devices: [] })).rejects.toThrow(WRONG_PASSKEY)
  expect(await isOpen(stranger, await startSession(ctx, { user_id, source }))).toBe(true)
})

test('a password reset keeps the second factor of a proven address', async () => {
  const user = await newUser()
  await unscoped().user.update({ where: { id: user.user_id }, data: { email_proof: 'mail' } })
  await withPasskey(user)
  await emailResetLink(ctx, { email_address: user.email })
  const [link] = (await serviceEmailsTo(user.email)).filter(({ text }) => text.includes('/reset-password/'))
  const token = /reset-password\/([\w-]+)/.exec(link?.text ?? '')?.[1] ?? ''
  await resetPassword(ctx, { token, password: PASSWORD, source: user.source })
  expect(await isOpen(user, await firstStep(user))).toBe(false)
})
