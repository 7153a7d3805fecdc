import { type Ctx, memberOf, type Role, type Source, systemCtx } from '../../../core/context.ts'
import { forbidden, invalid, notFound } from '../../../core/errors.ts'
import { inLanguage } from '../../../core/locale/of-account.ts'
import { iso } from '../../../core/wire.ts'
import { acquireAdvisoryLock, type Tx, write } from '../../../core/write/write.ts'
import { unscoped } from '../../../db/client.ts'
import type { Expired } from '../../../db/purge.ts'
import { randomToken, sha256Hex } from '../../../lib/crypto/crypto.ts'
import { t } from '../../../lib/locale/texts.ts'
import { recordSecurityEvent } from '../../security-events/service.ts'
import { findLinkProof, queueUserEmail } from '../../service-mail/service.ts'
import { countAttempt, countSentEmail } from '../../throttle/service.ts'
import { recordAddressProof } from '../../users/address-proof.ts'
import { hashPassword } from '../../users/passwords.ts'
import { type ByToken, STALE_LINK } from '../../users/schema.ts'
import { createUser } from '../../users/service.ts'
import { switchAccount } from '../../users/sessions.ts'
import { ADDRESS_TAKEN } from '../../users/values-schema.ts'
import { invitationEmail } from '../emails.ts'
import { planOf } from '../plans/plans.ts'
import { ROLE_LABELS } from '../role-schema.ts'
import type { InvitationInput, InvitationView, JoinInput, OpenInvitation } from '../settings-schema.ts'
import { requireOwner } from './members.ts'

const LIFETIME_MS = 7 * 86_400_000
export const OWNER_INVITED = 'This address is invited as an owner. Only owners can change or withdraw that invitation'
export const IS_MEMBER = 'This address belongs to a member already'

/** Returns the open and expired invitations, newest first. */
export async function listInvitations(ctx: Ctx): Promise<InvitationView[]> {
  const rows = await ctx.db.invitation.findMany({ where: { accepted_at: null }, orderBy: { id: 'desc' } })
  return rows.map(({ id, email, role, created_at, expires_at }) => ({
    id,
    email_address: email,
    role,
    created_at: iso(created_at),
    expires_at: iso(expires_at),
    is_expired: expires_at <= ctx.now(),
  }))
}

/**
 * Emails an invitation, which replaces an earlier one to the same address. Behaves the same whether or not the address has a user (S7).
 * Throws invalid for a member, because members are listed anyway. Throws forbidden for an admin who would replace an owner's invitation,
 * and above the plan's limit of members and open invitations.
 */
export async function inviteMember(ctx: Ctx, { email_address, role }: InvitationInput): Promise<void> {
  if (role === 'owner') requireOwner(ctx)
  await countSentEmail(ctx, { kind: 'invitation' })
  const limit = await memberLimit(ctx)
  const token = randomToken()
  const invited_by = memberOf(ctx)
  await write(ctx, async (tx) => {
    await acquireAdvisoryLock(tx, 'members')
    if (await tx.db.membership.findFirst({ where: { user: { email: email_address } } })) throw invalid(IS_MEMBER)
    const open = await tx.db.invitation.findFirst({
      where: { email: email_address, accepted_at: null, role: 'owner', expires_at: { gt: tx.now() } },
    })
    if (open) requireOwner(tx, OWNER_INVITED)
    await tx.db.invitation.deleteMany({ where: { email: email_address, accepted_at: null } })
    const now = tx.now()
    if (limit !== null && (await countMembers(tx)) >= limit) throw overMemberLimit(limit)
    const { account } = await tx.db.invitation.create({
      data: {
        account_id: tx.account_id,
        email: email_address,
        role,
        invited_by,
        token_hash: sha256Hex(token),
        created_at: now,
        expires_at: new Date(+now + LIFETIME_MS),
      },
      include: { account: { select: { name: true } } },
    })
    await recordSecurityEvent(tx, {
      kind: 'member_invited',
      summary: `${email_address} was invited as ${inLanguage({ language: 'en' }, () => ROLE_LABELS[role].with_article)}`,
    })
    const inviter = await nameOfMember(tx, invited_by)
    const message = () => invitationEmail({ account_name: account.name, invited_by: inviter, role, token })
    await queueUserEmail(tx, {
      to: email_address,
      email: message,
      kind: role === 'owner' ? 'owner_email' : 'service_email',
      token,
    })
  })
}

export async function withdrawInvitation(ctx: Ctx, { id }: { id: number }): Promise<void> {
  const invitation = await ctx.db.invitation.findFirst({ where: { id, accepted_at: null } })
  if (!invitation) throw notFound()
  if (invitation.role === 'owner') requireOwner(ctx, OWNER_INVITED)
  await write(ctx, async (tx) => {
    const { count } = await tx.db.invitation.deleteMany({ where: { id, accepted_at: null } })
    if (count > 0)
      await recordSecurityEvent(tx, {
        kind: 'invitation_withdrawn',
        summary: `The invitation of ${invitation.email} was withdrawn`,
      })
  })
}

/** Returns the data of the invitation page, without side effects. Null for a link that was used, withdrawn, expired, or never existed. */
export async function findInvitation(
  ctx: Ctx,
  { token, source }: ByToken & { source: Source },
): Promise<OpenInvitation | null> {
  await countAttempt(ctx, { attempt: 'invitation_link', source })
  const invitation = await findByToken(ctx, token)
  if (!invitation) return null
  const { account, account_id, invited_by, email, role } = invitation
  return {
    account_name: account.name,
    invited_by: await nameOfMember(systemCtx(account_id), invited_by),
    email_address: email,
    role,
    user_exists: (await ctx.db.user.count({ where: { email } })) > 0,
  }
}

/** Adds the signed-in, invited user to the account and selects it in their session. Throws invalid, forbidden. */
export async function acceptInvitation(
  ctx: Ctx,
  { token, source, ...session }: ByToken & { source: Source; user_id: number; session_id: string },
): Promise<void> {
  await countAttempt(ctx, { attempt: 'invitation_link', source })
  const invitation = await findByToken(ctx, token)
  if (!invitation) throw invalid(STALE_LINK)
  const user = await ctx.db.user.findUniqueOrThrow({ where: { id: session.user_id } })
  if (user.email !== invitation.email) throw forbidden(t`This invitation is for ${invitation.email}`)
  const account = systemCtx(invitation.account_id)
  await requireRoom(account)
  await write(account, async (tx) => {
    const membership = await tx.sql.one<{ role: Role }>(
      `with claimed as (${CLAIM})
       insert into membership (account_id, user_id, role, created_at) select $1, $4, role, $3 from claimed
       on conflict (account_id, user_id) do update set role = membership.role returning role`,
      [sha256Hex(token), ctx.now(), user.id],
    )
    if (!membership) throw invalid(STALE_LINK)
    await recordSecurityEvent(tx, { ...joinedEvent(user.email, membership.role), by: user.id })
  })
  await recordAddressProof(ctx, { user_id: user.id, proof: await findLinkProof(account, { token }) })
  await switchAccount(account, session)
}

/** Creates a user for the invited address and adds them to the account. Throws invalid. */
export async function joinByInvitation(
  ctx: Ctx,
  { token, name, password, source }: JoinInput & { source: Source },
): Promise<{ email_address: string }> {
  await countAttempt(ctx, { attempt: 'invitation_link', source })
  const invitation = await findByToken(ctx, token)
  if (!invitation) throw invalid(STALE_LINK)
  await requireRoom(systemCtx(invitation.account_id))
  const password_hash = await hashPassword(password)
  await write(systemCtx(invitation.account_id), async (tx) => {
    const invitation = await tx.sql.one<{ email: string; role: Role }>(CLAIM, [sha256Hex(token), tx.now()])
    if (!invitation) throw invalid(STALE_LINK)
    const email_proof = await findLinkProof(tx, { token })
    const user = await createUser(tx, { email_address: invitation.email, name, password_hash, email_proof })
    // The rollback also reverts the claim.
    if (!user) throw invalid(ADDRESS_TAKEN)
    await tx.db.membership.create({
      data: { account_id: tx.account_id, user_id: user.id, role: invitation.role, created_at: tx.now() },
    })
    await recordSecurityEvent(tx, { ...joinedEvent(invitation.email, invitation.role), by: user.id })
  })
  return { email_address: invitation.email }
}

export const EXPIRED_INVITATIONS: readonly Expired[] = [
  { table: 'invitation', where: 'coalesce(accepted_at, expires_at) < $1', kept_days: 30 },
]

const joinedEvent = (email: string, role: Role) => ({
  kind: 'member_joined' as const,
  summary: `${email} joined as ${inLanguage({ language: 'en' }, () => ROLE_LABELS[role].with_article)}`,
})

/** Claims an invitation once, even for concurrent requests, and only if its inviter may still invite with that role. */
const CLAIM = `update invitation set accepted_at = $3::timestamptz
  where account_id = $1 and token_hash = $2 and accepted_at is null and expires_at > $3::timestamptz
    and (invited_by is null or exists (select from membership m
      where m.account_id = $1 and m.user_id = invited_by and (m.role = 'owner' or (m.role = 'admin' and invitation.role <> 'owner'))))
  returning email, role`

// Unscoped: the visitor has no account yet, so only the token identifies the invitation.
const findByToken = (ctx: Ctx, token: string) =>
  unscoped().invitation.findFirst({
    where: { token_hash: sha256Hex(token), accepted_at: null, expires_at: { gt: ctx.now() } },
    include: { account: { select: { name: true } } },
  })

async function nameOfMember(ctx: Ctx, user_id: number | null): Promise<string | null> {
  const member = await ctx.db.membership.findFirst({
    where: { user_id: user_id ?? 0 },
    select: { user: { select: { name: true, email: true } } },
  })
  return member ? (member.user.name ?? member.user.email) : null
}

const memberLimit = async (ctx: Ctx): Promise<number | null> => (await planOf(ctx))?.member_limit ?? null

const overMemberLimit = (limit: number) =>
  forbidden(
    limit === 1 ? 'Your plan includes one member' : t`Your plan includes ${limit} members, open invitations included`,
  )

/** Counts members and open invitations. */
async function countMembers(tx: Tx): Promise<number> {
  const found = await tx.sql.one<{ count: number }>(
    `select ((select count(*) from membership where account_id = $1)
       + (select count(*) from invitation where account_id = $1 and accepted_at is null and expires_at > $2))::int as count`,
    [tx.now()],
  )
  return found?.count ?? 0
}

/** Throws forbidden if the plan's limit was lowered below the number of members after the invitation. */
async function requireRoom(ctx: Ctx): Promise<void> {
  const limit = await memberLimit(ctx)
  if (limit !== null && (await ctx.db.membership.count()) >= limit)
    throw forbidden('The plan of this account does not include another member. Ask its owner')
}
