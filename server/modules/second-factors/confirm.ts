import type { Ctx, Source } from '../../core/context.ts'
import { invalid, unauthorized } from '../../core/errors.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { countAttempt } from '../throttle/service.ts'
import { verifyPassword } from '../users/passwords.ts'
import { confirmSession, endSession, findPendingSession, startSession } from '../users/sessions.ts'
import { acceptCode } from './authenticators.ts'
import { codeUsedTexts } from './emails.ts'
import { announceChange } from './notices.ts'
import { acceptPasskey } from './passkeys.ts'
import { acceptRecoveryCode } from './recovery-codes.ts'
import { EXPIRED_SIGN_IN_STEP, type IdentityProof, type PasskeyAnswer, type SecondFactorProof } from './schema.ts'

interface SignIn {
  source: Source
  /** Device tokens of the browser (users/devices.ts). */
  devices: readonly string[]
}

/**
 * Signs in with a passkey alone, because it already combines two factors: something the user has, unlocked by something they know or are.
 * Returns the session's ID. Throws invalid, rate_limited.
 */
export async function signInWithPasskey(
  ctx: Ctx,
  { passkey, source, devices }: SignIn & { passkey: PasskeyAnswer },
): Promise<string> {
  await countAttempt(ctx, { attempt: 'passkey', source })
  return write(ctx, async (tx) => {
    const { user_id } = await acceptPasskey(tx, { user_id: 0, purpose: 'sign_in', passkey })
    return startSession(tx, { user_id, source, devices, is_complete: true })
  })
}

/**
 * Completes a pending sign-in with the second factor. Returns the ID of a new session and ends the pending one. Throws unauthorized if the
 * sign-in is no longer pending, invalid, rate_limited.
 */
export async function finishSignIn(
  ctx: Ctx,
  { pending_id, proof, source, devices }: SignIn & { pending_id: string; proof: SecondFactorProof },
): Promise<string> {
  const pending = await findPendingSession(ctx, { id: pending_id })
  if (!pending) throw unauthorized(EXPIRED_SIGN_IN_STEP)
  const { user_id } = pending
  await countAttempt(ctx, { attempt: 'second_factor', source, target: String(user_id) })
  return write(ctx, async (tx) => {
    await acceptProof(tx, { user_id, purpose: 'sign_in', proof, source })
    await endSession(tx, { id: pending_id, user_id })
    return startSession(tx, { user_id, source, devices, is_complete: true })
  })
}

/** Records in the session that the user confirmed their identity. Throws invalid, rate_limited. */
export async function confirmIdentity(
  ctx: Ctx,
  { user_id, session_id, proof, source }: { user_id: number; session_id: string; proof: IdentityProof; source: Source },
): Promise<void> {
  const target = String(user_id)
  if ('password' in proof) {
    await countAttempt(ctx, { attempt: 'password_change', target })
    const user = await ctx.db.user.findUniqueOrThrow({ where: { id: user_id } })
    if (!(await verifyPassword(user.password_hash, proof.password))) throw invalid('Wrong password')
    return confirmSession(ctx, { id: session_id, user_id })
  }
  await countAttempt(ctx, { attempt: 'second_factor', source, target })
  await write(ctx, async (tx) => {
    await acceptProof(tx, { user_id, purpose: 'confirm', proof, source })
    await confirmSession(tx, { id: session_id, user_id })
  })
}

interface Proof {
  user_id: number
  purpose: 'sign_in' | 'confirm'
  proof: SecondFactorProof
  source: Source
}

async function acceptProof(tx: Tx, { user_id, purpose, proof, source }: Proof): Promise<void> {
  if ('code' in proof) return acceptCode(tx, { user_id, code: proof.code })
  if ('passkey' in proof) {
    await acceptPasskey(tx, { user_id, purpose, passkey: proof.passkey })
    return
  }
  const left = await acceptRecoveryCode(tx, { user_id, recovery_code: proof.recovery_code })
  await announceChange(tx, {
    user_id,
    source,
    kind: 'recovery_code_used',
    texts: () => codeUsedTexts({ left }),
  })
}
