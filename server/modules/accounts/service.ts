import { clock } from '../../core/clock.ts'
import { type Ctx, type Role, systemPool } from '../../core/context.ts'
import { iso } from '../../core/wire.ts'
import { unscoped } from '../../db/client.ts'
import type { AddressProof } from '../../db/generated/enums.ts'
import { utcOffset, zoneLabel } from '../../lib/time/time-zone.ts'
import { BUILT_IN_LAYOUTS, DEFAULT_LAYOUT } from '../../mail/layouts.ts'
import { isMailServerSet } from '../delivery/transport/mail-transport.ts'
import { planOfNewAccounts, planView } from './plans/plans.ts'
import type { AccountAnswer, ColorsInput } from './schema.ts'
import { emailFirstLink, listSenders } from './senders/sending-addresses.ts'
import type { NewAccountInput } from './settings-schema.ts'
import { acceptInstanceInvitation, requireAdmission } from './sign-up/admission.ts'
import { attributedApp } from './sign-up/attribution.ts'

interface NewAccount {
  name: string
  /** IANA name. */
  time_zone: string
  /** The address becomes the first sending address. */
  owner: { email: string; name: string | null }
  /** Proof of the owner's address. Null: it cannot send before its emailed link is followed. */
  proof: AddressProof | null
}

/**
 * Creates an account for an existing user, who owns it and can send immediately. A user's first account counts as a sign-up and is
 * attributed to the app of the install link. Throws invalid if the instance's settings do not allow this address to create one.
 */
export async function createAccount(
  ctx: Ctx,
  {
    user,
    name,
    time_zone,
    service_app_id,
  }: { user: { id: number; email: string; name: string | null; is_admin?: boolean } } & NewAccountInput,
): Promise<{ account_id: number }> {
  const owner = await unscoped().user.findUniqueOrThrow({
    where: { id: user.id },
    select: { email_proof: true, _count: { select: { memberships: true } } },
  })
  // A provider verified the address of a user without an account.
  if (!user.is_admin) await requireAdmission(ctx, { email: user.email, is_verified: true })
  const proof = proofOfOwner(owner.email_proof)
  const { id } = await unscoped().account.create({
    data: {
      ...(await newAccount({ name, time_zone, owner: user, proof })),
      signed_up_by_app_id: owner._count.memberships === 0 ? await attributedApp(service_app_id) : null,
      memberships: { create: { role: 'owner', user_id: user.id } },
    },
  })
  await acceptInstanceInvitation(ctx, user.email)
  if (!proof) await emailFirstLink({ account_id: id })
  return { account_id: id }
}

/** While email is caught, an unproven address counts as proven: nothing is sent, so a new instance can try a broadcast. */
export const proofOfOwner = (proof: AddressProof | null): AddressProof | null =>
  isMailServerSet() ? (proof === 'caught_mail' ? null : proof) : (proof ?? 'caught_mail')

/** Returns the data of a new account except its owner. */
export async function newAccount({ name, time_zone, owner, proof }: NewAccount) {
  return {
    ...(await planOfNewAccounts()),
    name,
    time_zone,
    sending_addresses: {
      create: {
        email_address: owner.email,
        from_name: owner.name ?? name,
        status: proof ? ('confirmed' as const) : ('pending' as const),
        proof,
        is_default: true,
        verified_at: proof ? clock.now() : null,
      },
    },
    email_templates: {
      create: Object.keys(BUILT_IN_LAYOUTS).map((layout) => ({ name: layout, is_default: layout === DEFAULT_LAYOUT })),
    },
    creator_profile: { create: { name } },
  }
}

/** Returns the user and account behind the credential (contract 8.1.1). */
export async function getAccount(ctx: Ctx): Promise<AccountAnswer> {
  const [user, account, senders] = await Promise.all([
    actingUser(ctx),
    ctx.db.account.findFirstOrThrow(),
    listSenders(ctx),
  ])
  const { plan_type, time_zone } = account
  const now = ctx.now()
  return {
    user: { id: user.id, email: user.email },
    account: {
      id: account.id,
      name: account.name,
      plan_type,
      primary_email_address: user.owner_email,
      created_at: iso(account.created_at),
      plan: planView(account, now),
      sending_addresses: senders.map((address) => ({
        email_address: address.email_address,
        from_name: address.from_name,
        status: address.status,
        is_default: address.is_default,
        is_verified: address.status === 'confirmed',
        is_dmarc_configured: address.is_dmarc_configured,
      })),
      timezone: { name: time_zone, friendly_name: zoneLabel(time_zone), utc_offset: utcOffset(time_zone, now) },
    },
  }
}

/** Returns the user who created the key or granted the token, or the first owner if that user is no longer a member. */
async function actingUser(ctx: Ctx): Promise<{ id: number; email: string; owner_email: string }> {
  const { actor } = ctx
  const id =
    'user_id' in actor
      ? actor.user_id
      : 'api_key_id' in actor
        ? actor.api_key_id
        : 'token_id' in actor
          ? actor.token_id
          : null
  const user = await ctx.sql.one<{ id: number; email: string; owner_email: string }>(
    `select u.id, u.email,
       (select o.email from membership n join users o on o.id = n.user_id where n.account_id = $1
        order by n.role, n.created_at, n.user_id limit 1) as owner_email
     from membership m join users u on u.id = m.user_id
     where m.account_id = $1
     order by u.id = case $2::text
         when 'user' then $3::int
         when 'api_key' then (select created_by from api_key where account_id = $1 and id = $3::int)
         when 'oauth' then (select user_id from oauth_token where account_id = $1 and id = $3::int)
       end desc nulls last, m.role, m.created_at, m.user_id
     limit 1`,
    [actor.kind, id],
  )
  if (!user) throw new Error('The account has no members')
  return user
}

export async function getColors(ctx: Ctx): Promise<string[]> {
  const { colors } = await ctx.db.account.findFirstOrThrow({ select: { colors: true } })
  return colors
}

/** Replaces the palette. */
export async function setColors(ctx: Ctx, { colors }: ColorsInput): Promise<string[]> {
  await ctx.db.account.updateMany({ data: { colors } })
  return colors
}

/** Returns a user's accounts, sorted by name. */
export async function listAccounts(
  _ctx: Ctx,
  { user_id }: { user_id: number },
): Promise<{ id: number; name: string; role: Role }[]> {
  const { rows } = await systemPool().query<{ id: number; name: string; role: Role }>(
    'select a.id, a.name, m.role from membership m join account a on a.id = m.account_id where m.user_id = $1',
    [user_id],
  )
  return rows.sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id)
}
