import type { Ctx, Source } from '../../core/context.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { isConflict, translate } from '../../db/errors.ts'
import { recordUserSecurityEvent } from '../security-events/service.ts'
import { queueUserEmail } from '../service-mail/service.ts'
import { clearSignInFailures, countSignInAttempt } from '../throttle/sign-in-delay.ts'
import { dropUnprovenFactors, isProven } from './address-proof.ts'
import { knownDevice } from './devices.ts'
import { providerEmail } from './emails.ts'
import { verifyPassword } from './passwords.ts'
import type { SignInInput } from './schema.ts'
import { endOtherSessions, startSession } from './sessions.ts'

/**
 * Checks the address and password and starts a session, which is pending if the user has a second factor. Returns its ID, or null. An
 * unknown address, a wrong password and a user without a password all get the same answer in the same time (S7). Throws rate_limited.
 * @param devices device tokens of this browser (devices.ts)
 */
export async function signIn(
  ctx: Ctx,
  {
    email_address,
    password,
    source,
    device,
    devices = [],
  }: SignInInput & { source: Source; devices?: readonly string[] },
): Promise<string | null> {
  const user = await ctx.db.user.findUnique({ where: { email: email_address } })
  const tokens = device ? [device, ...devices] : devices
  const attempt = { source, email_address, device: user ? knownDevice(tokens, user.id) : undefined }
  await countSignInAttempt(ctx, attempt)
  if (!(await verifyPassword(user?.password_hash, password)) || !user) return null
  await clearSignInFailures(ctx, attempt)
  return startSession(ctx, { user_id: user.id, source, devices: tokens })
}

export interface ProviderIdentity {
  provider: string
  provider_account_id: string
  /** Null unless the provider verified it. */
  email_address: string | null
  name: string | null
}

/**
 * Returns the user of a Google or GitHub identity: found by the identity, else by the verified address, else created. Null if the provider
 * verified no address.
 */
export async function signInWithIdentity(ctx: Ctx, identity: ProviderIdentity): Promise<number | null> {
  const { provider, provider_account_id, email_address, name } = identity
  const { db } = ctx
  const known = await db.userIdentity.findUnique({
    where: { provider_provider_account_id: { provider, provider_account_id } },
  })
  if (known) return known.user_id
  if (!email_address) return null
  const identities = { create: { provider, provider_account_id } }
  const user = await db.user.findUnique({ where: { email: email_address } })
  if (user) {
    // A stranger may have signed up with someone else's unproven address and waited for the owner, so the password and second factors are
    // removed.
    const is_proven = isProven(user)
    const change = is_proven
      ? {}
      : { password_hash: null, email_verified_at: ctx.now(), email_proof: 'provider' as const }
    await write(ctx, async (tx) => {
      if (!is_proven) {
        await endOtherSessions(tx, { user_id: user.id, keep: null })
        await dropUnprovenFactors(tx, { user_id: user.id })
      }
      await tx.db.user.update({ where: { id: user.id }, data: { ...change, identities } })
      await announceProvider(tx, { user, provider })
    })
    return user.id
  }
  try {
    const made = await db.user.create({
      data: { email: email_address, name, email_verified_at: ctx.now(), email_proof: 'provider', identities },
    })
    return made.id
  } catch (error) {
    // A concurrent request created the user first.
    if (isConflict(translate(error))) return signInWithIdentity(ctx, identity)
    throw error
  }
}

const PROVIDERS: Record<string, string> = { google: 'Google', github: 'GitHub' }

/** Notifies the user, and the owners of their accounts, of a new way to sign in. */
async function announceProvider(
  tx: Tx,
  {
    user: { id, email, name },
    provider,
  }: { user: { id: number; email: string; name: string | null }; provider: string },
): Promise<void> {
  const label = PROVIDERS[provider] ?? provider
  const kind = 'sign_in_method_added'
  await recordUserSecurityEvent(tx, { kind, summary: `${email} can now sign in with ${label}`, user_id: id })
  await queueUserEmail(tx, { to: email, email: () => providerEmail({ label, name, at: tx.now() }) })
}
