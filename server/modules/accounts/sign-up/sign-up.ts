import { clock } from '../../../core/clock.ts'
import type { Ctx, Source } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { write } from '../../../core/write/write.ts'
import { unscoped } from '../../../db/client.ts'
import { isConflict, translate } from '../../../db/errors.ts'
import type { Prisma } from '../../../db/generated/client.ts'
import type { Expired } from '../../../db/purge.ts'
import { randomToken, sha256Hex } from '../../../lib/crypto/crypto.ts'
import { localPath } from '../../../lib/net/local-path.ts'
import { isMailServerSet } from '../../delivery/transport/mail-transport.ts'
import { findLinkProof, queueUserEmail } from '../../service-mail/service.ts'
import { countAttempt } from '../../throttle/service.ts'
import { hashPassword, verifyPassword } from '../../users/passwords.ts'
import { type ByToken, STALE_LINK } from '../../users/schema.ts'
import { ADDRESS_TAKEN } from '../../users/values-schema.ts'
import { addressInUseEmail, signUpEmail } from '../emails.ts'
import { newAccount, proofOfOwner } from '../service.ts'
import type { FinishInput, PendingSignUp, SignUpInput, SignUpResult } from '../settings-schema.ts'
import { acceptInstanceInvitation, requireAdmission } from './admission.ts'
import { attributedApp } from './attribution.ts'
import { createFirst, hasUsers } from './first-account.ts'

const LIFETIME_MS = 86_400_000

type Details = Omit<SignUpInput, 'password' | 'email_address' | 'invitation' | 'first'> & {
  email: string
  password_hash: string
}

/**
 * Requests a user and their first account. Behaves the same whether or not the address has an account (S7); only its owner learns which, by
 * email. Without any user, only the link printed at the start creates an account, whose owner administers the instance. Throws invalid if
 * the instance's settings do not allow the address to sign up. While email is caught, no link could be followed, so the account is created
 * immediately.
 */
export async function signUp(ctx: Ctx, input: SignUpInput & { source: Source }): Promise<SignUpResult> {
  const { email_address: email, password, source, invitation, first, ...rest } = input
  await countAttempt(ctx, { attempt: 'sign_up', source, target: email })
  const hashed = async () => ({ ...rest, email, password_hash: await hashPassword(password) })
  if (first !== undefined || !(await hasUsers())) {
    await createFirst(ctx, { first, email_address: email }, async () => newOwner(await hashed(), 'operator'))
    return { is_mailed: false }
  }
  await requireAdmission(ctx, { email, token: invitation })
  const details = await hashed()
  const isKnown = (await ctx.db.user.count({ where: { email } })) > 0
  if (isMailServerSet()) {
    await mailOutcome(ctx, details, isKnown)
    return { is_mailed: true }
  }
  if (isKnown || !(await openFirstAccount(details, null)))
    await write(ctx, (tx) => queueUserEmail(tx, { to: email, email: () => addressInUseEmail({ email }) }))
  return { is_mailed: false }
}

/** Returns the data of the emailed link's page, without side effects. Null for a link that was used, expired, or never existed. */
export async function findSignUp(
  ctx: Ctx,
  { token, source }: ByToken & { source: Source },
): Promise<PendingSignUp | null> {
  await countAttempt(ctx, { attempt: 'sign_up_link', source })
  const request = await findRequest(ctx, token)
  return request && { email_address: request.email, account_name: request.account_name, next: localPath(request.next) }
}

/**
 * Creates the user and account of an emailed link. Returns null if the password is not the one chosen at sign-up: someone who signs up with
 * someone else's address must not own the account that its owner confirms. Throws invalid for a stale link, or an address that has been
 * taken.
 */
export async function finishSignUp(
  ctx: Ctx,
  { token, password, source }: FinishInput & { source: Source },
): Promise<{ user_id: number } | null> {
  await countAttempt(ctx, { attempt: 'sign_up_link', source })
  const request = await findRequest(ctx, token)
  if (!request) throw invalid(STALE_LINK)
  if (!(await verifyPassword(request.password_hash, password))) return null
  const { service_app_id, ...details } = request
  const proof = await findLinkProof(ctx, { token })
  const made = await openFirstAccount({ ...details, service_app_id: service_app_id ?? undefined }, proof)
  if (!made) throw invalid(ADDRESS_TAKEN)
  await ctx.db.signUpRequest.deleteMany({ where: { email: request.email } })
  return made
}

/** Deleted because sign-up requests contain personal data. */
export const EXPIRED_SIGN_UPS: readonly Expired[] = [{ table: 'sign_up_request', where: 'expires_at < $1' }]

/** Runs the same statements for known and unknown addresses: a request for a known address is also stored, but its token is not emailed. */
async function mailOutcome(ctx: Ctx, details: Details, isKnown: boolean): Promise<void> {
  const token = randomToken()
  const { email, name, account_name, password_hash, time_zone, service_app_id, next } = details
  await write(ctx, async (tx) => {
    const now = tx.now()
    await tx.db.signUpRequest.create({
      data: {
        email,
        name,
        account_name,
        password_hash,
        time_zone,
        service_app_id: service_app_id ?? null,
        next: localPath(next),
        token_hash: sha256Hex(token),
        created_at: now,
        expires_at: new Date(+now + LIFETIME_MS),
      },
    })
    const message = () => (isKnown ? addressInUseEmail({ email }) : signUpEmail({ name, account_name, token }))
    await queueUserEmail(tx, { to: email, email: message, ...(isKnown ? {} : { token }) })
  })
}

type Proof = 'mail' | 'caught_mail' | 'operator' | null

/** Creates a user with their first account, or neither. Returns null if the address already has a user. */
async function openFirstAccount(details: Details, proven_by: Proof): Promise<{ user_id: number } | null> {
  try {
    const { id } = await unscoped().user.create({ data: await newOwner(details, proven_by) })
    await acceptInstanceInvitation(clock, details.email)
    return { user_id: id }
  } catch (error) {
    if (isConflict(translate(error))) return null
    throw error
  }
}

/** Returns the data of a new user with their first account. */
async function newOwner(
  { email, name, password_hash, account_name, time_zone, service_app_id }: Details,
  proven_by: Proof,
): Promise<Prisma.UserCreateInput> {
  const user = {
    email,
    name,
    password_hash,
    ...(proven_by ? { email_verified_at: clock.now(), email_proof: proven_by } : {}),
  }
  const account = {
    ...(await newAccount({ name: account_name, time_zone, owner: user, proof: proofOfOwner(proven_by) })),
    signed_up_by_app_id: await attributedApp(service_app_id),
  }
  return { ...user, memberships: { create: { role: 'owner', account: { create: account } } } }
}

const findRequest = (ctx: Ctx, token: string) =>
  ctx.db.signUpRequest.findFirst({ where: { token_hash: sha256Hex(token), expires_at: { gt: ctx.now() } } })
