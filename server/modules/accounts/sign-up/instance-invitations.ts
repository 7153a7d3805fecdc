import { adminWrite } from '../../../core/audit/admin-write.ts'
import type { Ctx } from '../../../core/context.ts'
import { invalid, notFound } from '../../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../../core/page/page.ts'
import { isoSql } from '../../../core/wire.ts'
import type { Tx } from '../../../core/write/write.ts'
import { randomToken, sha256Hex } from '../../../lib/crypto/crypto.ts'
import { queueUserEmail } from '../../service-mail/service.ts'
import { instanceInvitationEmail } from '../emails.ts'

const LIFETIME_MS = 14 * 86_400_000

export interface InstanceInvitationView {
  id: number
  email: string
  state: 'open' | 'expired' | 'accepted'
  invited_by: string | null
  created_at: string
  expires_at: string
}

/** Lists invitations to create an account, newest first. */
export const listInstanceInvitations = (ctx: Ctx, paging: PageQuery): Promise<Page<InstanceInvitationView>> =>
  keysetPage<InstanceInvitationView>(ctx.sql, paging, {
    name: 'instance-invitations',
    view: `t.id, t.email, coalesce(u.name, u.email) as invited_by, ${isoSql('t.created_at')} as created_at,
        ${isoSql('t.expires_at')} as expires_at,
        case when t.accepted_at is not null then 'accepted' when t.expires_at <= $2 then 'expired' else 'open' end as state
        from (select) one left join users u on u.id = t.invited_by`,
    from: 'instance_invitation t',
    where: ['$1::int is not null', '$2::timestamptz is not null'],
    values: [ctx.now()],
    order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
  })

/** Emails an invitation, which replaces an open one to the same address. Throws invalid if the address already has a user. */
export async function inviteToInstance(ctx: Ctx, { email_address }: { email_address: string }): Promise<void> {
  await adminWrite(ctx, {}, async (tx, record) => {
    if ((await tx.db.user.count({ where: { email: email_address } })) > 0)
      throw invalid('This address has a user already')
    const token = randomToken()
    const dates = { created_at: tx.now(), expires_at: new Date(+tx.now() + LIFETIME_MS) }
    const invitation = {
      token_hash: sha256Hex(token),
      invited_by: ctx.actor.kind === 'administrator' ? ctx.actor.user_id : null,
      accepted_at: null,
      ...dates,
    }
    await tx.db.instanceInvitation.upsert({
      where: { email: email_address },
      create: { email: email_address, ...invitation },
      update: invitation,
    })
    await send(tx, { email_address, token })
    await record({ action: 'user_invited', details: { email: email_address } })
  })
}

/** Sends an open or expired invitation again, with a new link and expiry. Throws not_found. */
export async function resendInstanceInvitation(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await adminWrite(ctx, {}, async (tx, record) => {
    const open_invitation = await tx.db.instanceInvitation.findFirst({ where: { id, accepted_at: null } })
    if (!open_invitation) throw notFound()
    const token = randomToken()
    await tx.db.instanceInvitation.update({
      where: { id },
      data: { token_hash: sha256Hex(token), expires_at: new Date(+tx.now() + LIFETIME_MS) },
    })
    await send(tx, { email_address: open_invitation.email, token })
    await record({ action: 'invitation_resent', details: { email: open_invitation.email } })
  })
}

/** Deletes an open invitation, whose link then stops working. Throws not_found. */
export async function revokeInstanceInvitation(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await adminWrite(ctx, {}, async (tx, record) => {
    const found = await tx.db.instanceInvitation.findFirst({ where: { id, accepted_at: null } })
    if (!found) throw notFound()
    await tx.db.instanceInvitation.deleteMany({ where: { id } })
    await record({ action: 'invitation_revoked', details: { email: found.email } })
  })
}

const send = (tx: Tx, { email_address, token }: { email_address: string; token: string }) =>
  queueUserEmail(tx, { to: email_address, email: () => instanceInvitationEmail({ email_address, token }), token })
