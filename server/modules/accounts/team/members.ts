import { type Ctx, isAtLeast, memberOf, type Role } from '../../../core/context.ts'
import { forgetCredentials } from '../../../core/credential.ts'
import { forbidden, invalid, notFound } from '../../../core/errors.ts'
import { inLanguage } from '../../../core/locale/of-account.ts'
import { isoSql } from '../../../core/wire.ts'
import { acquireAdvisoryLock, type Tx, write } from '../../../core/write/write.ts'
import { recordSecurityEvent } from '../../security-events/service.ts'
import { endMemberSessions } from '../../users/sessions.ts'
import { ROLE_LABELS } from '../role-schema.ts'
import type { MemberView, RoleChange } from '../settings-schema.ts'

export const LAST_OWNER = 'An account needs at least one owner. Make another member an owner first'

/** Returns the members: owners first, then by name. */
export function listMembers(ctx: Ctx): Promise<MemberView[]> {
  return ctx.sql.rows<MemberView>(
    `select u.id as user_id, u.name, u.email as email_address, m.role, ${isoSql('m.created_at')} as joined_at,
       (select ${isoSql('max(s.last_seen_at)')} from session s where s.user_id = u.id) as last_seen_at,
       u.id = $2 as is_you
     from membership m join users u on u.id = m.user_id
     where m.account_id = $1 order by m.role, lower(coalesce(u.name, u.email)), u.id`,
    [memberOf(ctx) ?? 0],
  )
}

/** Throws not_found for a user who is not a member. */
export async function findMember(ctx: Ctx, { user_id }: { user_id: number }): Promise<MemberView> {
  const member = (await listMembers(ctx)).find((one) => one.user_id === user_id)
  if (!member) throw notFound()
  return member
}

/**
 * Changes a member's role. Only owners may add, change or remove owners, and the last owner must stay one. Ends the member's other sessions
 * (S7) and withdraws open invitations that the new role does not allow. After a reduction, a job reports reduced keys and apps to the
 * owners.
 */
export async function changeRole(
  ctx: Ctx,
  { user_id, role, session_id }: RoleChange & { session_id?: string },
): Promise<void> {
  await write(ctx, async (tx) => {
    const member = await lockedMember(tx, user_id)
    if (member.role === role) return
    if (role === 'owner') requireOwner(tx)
    await tx.db.membership.updateMany({ where: { user_id }, data: { role } })
    await recordSecurityEvent(tx, {
      kind: 'role_changed',
      summary: inLanguage(
        { language: 'en' },
        () =>
          `The role of ${member.email} was changed from ${ROLE_LABELS[member.role].label} to ${ROLE_LABELS[role].label}`,
      ),
    })
    await endMemberSessions(tx, { user_id, keep: session_id ?? '' })
    const invitations = await withdrawInvitationsOf(tx, { user_id, role })
    tx.onCommit(forgetCredentials)
    if (isAtLeast(member.role, role) && (role === 'editor' || role === 'viewer'))
      tx.emit('member.demoted', { user_id, role, invitations, ...doneBy(tx) })
  })
}

/**
 * Removes a member, or lets one leave. Ends their other sessions (S7), withdraws their open invitations, and disables their keys and
 * grants. A job then revokes the keys and grants and reports them to the owners.
 */
export async function removeMember(
  ctx: Ctx,
  { user_id, session_id }: { user_id: number; session_id?: string },
): Promise<void> {
  await write(ctx, async (tx) => {
    const { email } = await lockedMember(tx, user_id)
    await endMemberSessions(tx, { user_id, keep: session_id ?? '' })
    const invitations = await withdrawInvitationsOf(tx, { user_id, role: null })
    await tx.db.membership.deleteMany({ where: { user_id } })
    const isLeaving = tx.actor.kind === 'user' && tx.actor.user_id === user_id
    await recordSecurityEvent(tx, {
      kind: 'member_removed',
      summary: `${email} ${isLeaving ? 'left the account' : 'was removed from the account'}`,
    })
    tx.onCommit(forgetCredentials)
    tx.emit('member.removed', { user_id, invitations, ...doneBy(tx) })
  })
}

/** Withdraws invitations that the role no longer allows, so a removed member cannot return through an invitation to another address. */
async function withdrawInvitationsOf(
  tx: Tx,
  { user_id, role }: { user_id: number; role: Role | null },
): Promise<number> {
  if (role === 'owner') return 0
  const { count } = await tx.db.invitation.deleteMany({
    where: { invited_by: user_id, accepted_at: null, ...(role === 'admin' ? { role: 'owner' } : {}) },
  })
  return count
}

const doneBy = (tx: Tx) => ({
  by: memberOf(tx),
  at: tx.now().toISOString(),
})

/**
 * Locks the members and returns one. Throws not_found for a user who is not a member, forbidden if the caller may not change an owner, and
 * invalid for the last owner.
 */
async function lockedMember(tx: Tx, user_id: number): Promise<{ role: Role; email: string }> {
  await acquireAdvisoryLock(tx, 'members')
  const member = await tx.db.membership.findFirst({
    where: { user_id },
    include: { user: { select: { email: true } } },
  })
  if (!member) throw notFound()
  if (member.role === 'owner') {
    requireOwner(tx)
    if ((await tx.db.membership.count({ where: { role: 'owner' } })) === 1) throw invalid(LAST_OWNER)
  }
  return { role: member.role, email: member.user.email }
}

export function requireOwner({ actor }: Ctx, message = 'Only owners can add, change or remove owners'): void {
  if ('role' in actor && actor.role !== 'owner') throw forbidden(message)
}
