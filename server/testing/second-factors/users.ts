import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { type Ctx, type Source, serviceCtx } from '../../core/context.ts'
import { unscoped } from '../../db/client.ts'
import { offerAuthenticator } from '../../modules/second-factors/authenticators.ts'
import { finishSignIn } from '../../modules/second-factors/confirm.ts'
import { offerPasskey } from '../../modules/second-factors/passkeys.ts'
import { addAuthenticator, addPasskey } from '../../modules/second-factors/service.ts'
import { deviceToken } from '../../modules/users/devices.ts'
import { hashPassword } from '../../modules/users/passwords.ts'
import { findSession } from '../../modules/users/sessions.ts'
import { signIn } from '../../modules/users/sign-in.ts'
import { testAccount } from '../account.ts'
import { softPasskey } from './soft-passkey.ts'

export const PASSWORD = 'a lantern in the moss'
export const STEP_MS = 30_000
/** The middle of a time step, so a test never crosses into the next one. */
export const START = Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2
export const at = (ms: number): Ctx => ({ ...serviceCtx(), now: () => new Date(START + ms) })
export let ctx = at(0)

/** Call it in `beforeAll` of each file: an earlier file of the same process may have closed the database of `ctx`. */
export function renewCtx(): void {
  ctx = at(0)
}

export const newSource = (): Source => ({
  ip: ['12', ...Array.from({ length: 3 }, () => randomInt(1, 250))].join('.'),
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
})

export async function newUser() {
  const account = await testAccount()
  const { user_id, email } = account
  await unscoped().user.update({ where: { id: user_id }, data: { password_hash: await hashPassword(PASSWORD) } })
  return { account, user_id, email, name: 'Nora Lind', source: newSource() }
}
export type User = Awaited<ReturnType<typeof newUser>>

/** Adds an authenticator app. Returns its codes by time and the recovery codes. */
export async function withApp(user: User) {
  const offer = offerAuthenticator(ctx, user)
  const totp = new TOTP({ secret: Secret.fromBase32(offer.secret.replaceAll(' ', '')) })
  const code = (ms: number) => totp.generate({ timestamp: START + ms })
  const { recovery_codes } = await addAuthenticator(ctx, { ...user, enrollment: offer.enrollment, code: code(0) })
  return { code, recovery_codes: recovery_codes ?? [] }
}

export async function withPasskey(user: User) {
  const passkey = softPasskey()
  const added = await addPasskey(ctx, {
    ...user,
    name: 'Laptop',
    passkey: passkey.create(await offerPasskey(ctx, user)),
  })
  return { passkey, ...added }
}

export const firstStep = async ({ email, source }: User, from = ctx) =>
  (await signIn(from, { email_address: email, password: PASSWORD, source })) ?? ''
export const secondStep = (
  user: User,
  pending_id: string,
  proof: Parameters<typeof finishSignIn>[1]['proof'],
  from = ctx,
) => finishSignIn(from, { pending_id, proof, source: user.source, devices: [deviceToken(user.user_id)] })
export const isOpen = async ({ source }: User, id: string) => (await findSession(ctx, { id, source })) !== null
