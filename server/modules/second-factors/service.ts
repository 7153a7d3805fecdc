import type { Ctx, Source } from '../../core/context.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { isoSql } from '../../core/wire.ts'
import { type Tx, write } from '../../core/write/write.ts'
import type { Expired } from '../../db/purge.ts'
import { UNSCOPED } from '../../db/statements/sql.ts'
import { env } from '../../env.ts'
import { t } from '../../lib/locale/texts.ts'
import { countAttempt } from '../throttle/service.ts'
import { endOtherSessions } from '../users/sessions.ts'
import { storeAuthenticator } from './authenticators.ts'
import {
  authenticatorAddedTexts,
  authenticatorRemovedTexts,
  codesReplacedTexts,
  factorsRemovedTexts,
  passkeyAddedTexts,
  passkeyRemovedTexts,
} from './emails.ts'
import { announceChange } from './notices.ts'
import { storePasskey } from './passkeys.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import type { NewAuthenticatorInput, NewPasskeyInput, PasskeyRename, ProofMethods, SecurityOverview } from './schema.ts'

interface ByUser {
  user_id: number
}
interface Changed extends ByUser {
  source: Source
}

/** Recovery codes created with a user's first second factor. Null for further ones. */
interface Added {
  recovery_codes: string[] | null
}

/** Returns the user's second factors, and who requires one. */
export async function getSecurityOverview(ctx: Ctx, { user_id }: ByUser): Promise<SecurityOverview> {
  const overview = await ctx.sql.one<Omit<SecurityOverview, 'required_by'>>(
    `${UNSCOPED}select (select json_build_object('created_at', ${isoSql('f.created_at')}, 'last_used_at', ${isoSql('f.last_used_at')})
         from authenticator f where f.user_id = u.id) as authenticator,
       coalesce((select json_agg(json_build_object('id', k.id, 'name', k.name, 'created_at', ${isoSql('k.created_at')},
           'last_used_at', ${isoSql('k.last_used_at')}) order by k.created_at, k.id)
         from passkey k where k.user_id = u.id), '[]') as passkeys,
       (select count(*)::int from recovery_code c where c.user_id = u.id and c.used_at is null) as recovery_codes_left
     from users u where u.id = $1`,
    [user_id],
  )
  if (!overview) throw notFound()
  return { ...overview, required_by: await findRequiredBy(ctx, { user_id }) }
}

/** Returns the methods by which the user can confirm their identity. */
export async function findProofMethods(ctx: Ctx, { user_id }: ByUser): Promise<ProofMethods> {
  const methods = await ctx.sql.one<ProofMethods>(
    `${UNSCOPED}select u.password_hash is not null as has_password,
       exists (select 1 from authenticator where user_id = u.id) as has_authenticator,
       exists (select 1 from passkey where user_id = u.id) as has_passkey,
       exists (select 1 from recovery_code where user_id = u.id and used_at is null) as has_recovery_codes
     from users u where u.id = $1`,
    [user_id],
  )
  if (!methods) throw notFound()
  return methods
}

export async function addAuthenticator(ctx: Ctx, input: NewAuthenticatorInput & Changed): Promise<Added> {
  const { user_id, source } = input
  await countAttempt(ctx, { attempt: 'second_factor', source, target: String(user_id) })
  return write(ctx, async (tx) => {
    const { had_any } = await lockFactors(tx, { user_id })
    await storeAuthenticator(tx, input)
    await announceChange(tx, { user_id, source, kind: 'second_factor_added', texts: authenticatorAddedTexts })
    return { recovery_codes: had_any ? null : await replaceRecoveryCodes(tx, { user_id }) }
  })
}

export function addPasskey(ctx: Ctx, input: NewPasskeyInput & Changed): Promise<Added> {
  const { user_id, source, name } = input
  return write(ctx, async (tx) => {
    const { had_any } = await lockFactors(tx, { user_id })
    await storePasskey(tx, input)
    await announceChange(tx, { user_id, source, kind: 'second_factor_added', texts: () => passkeyAddedTexts({ name }) })
    return { recovery_codes: had_any ? null : await replaceRecoveryCodes(tx, { user_id }) }
  })
}

export async function renamePasskey(ctx: Ctx, { user_id, id, name }: PasskeyRename & ByUser): Promise<void> {
  const { count } = await ctx.db.passkey.updateMany({ where: { id, user_id }, data: { name } })
  if (count === 0) throw notFound()
}

/** Throws not_found, and invalid if it is the last factor and one is required. */
export async function removeAuthenticator(ctx: Ctx, { user_id, source }: Changed): Promise<void> {
  await write(ctx, async (tx) => {
    await lockFactors(tx, { user_id })
    if ((await tx.db.authenticator.deleteMany({ where: { user_id } })).count === 0) throw notFound()
    await announceChange(tx, { user_id, source, kind: 'second_factor_removed', texts: authenticatorRemovedTexts })
    await settleRemoval(tx, { user_id })
  })
}

/** Throws not_found, and invalid if it is the last factor and one is required. */
export async function removePasskey(ctx: Ctx, { user_id, id, source }: Changed & { id: string }): Promise<void> {
  await write(ctx, async (tx) => {
    await lockFactors(tx, { user_id })
    const passkey = await tx.db.passkey.findFirst({ where: { id, user_id } })
    if (!passkey) throw notFound()
    await tx.db.passkey.deleteMany({ where: { id, user_id } })
    const texts = () => passkeyRemovedTexts(passkey)
    await announceChange(tx, { user_id, source, kind: 'second_factor_removed', texts })
    await settleRemoval(tx, { user_id })
  })
}

/** Replaces the recovery codes and returns the new ones. Throws invalid for a user without a second factor. */
export function renewRecoveryCodes(ctx: Ctx, { user_id, source }: Changed): Promise<string[]> {
  return write(ctx, async (tx) => {
    if (!(await lockFactors(tx, { user_id })).had_any) throw invalid('Set up two-factor authentication first')
    await announceChange(tx, { user_id, source, kind: 'recovery_codes_replaced', texts: codesReplacedTexts })
    return replaceRecoveryCodes(tx, { user_id })
  })
}

/**
 * Removes all second factors of a user who lost them, ends all their sessions and emails them. For administrators of the instance, after
 * they have verified who is asking. Pass the service's context. Throws not_found for an unknown user. @returns whether the user had a
 * second factor
 */
export function removeSecondFactors(ctx: Ctx, { user_id }: ByUser): Promise<boolean> {
  return write(ctx, async (tx) => {
    const { had_any } = await lockFactors(tx, { user_id })
    await tx.db.authenticator.deleteMany({ where: { user_id } })
    await tx.db.passkey.deleteMany({ where: { user_id } })
    await tx.db.recoveryCode.deleteMany({ where: { user_id } })
    await endOtherSessions(tx, { user_id, keep: null })
    if (!had_any) return false
    await announceChange(tx, { user_id, kind: 'second_factor_removed', texts: factorsRemovedTexts })
    return true
  })
}

/** Locks the user's factors until the transaction ends. Throws not_found. */
async function lockFactors(tx: Tx, { user_id }: ByUser): Promise<{ had_any: boolean }> {
  const user = await tx.sql.one(`${UNSCOPED}select 1 from users where id = $1 for no key update`, [user_id])
  if (!user) throw notFound()
  return { had_any: await hasAny(tx, { user_id }) }
}

async function hasAny(ctx: Ctx, by: ByUser): Promise<boolean> {
  const { has_authenticator, has_passkey } = await findProofMethods(ctx, by)
  return has_authenticator || has_passkey
}

/** After a removal: throws if it was the last factor and one is required; otherwise deletes recovery codes that no longer have a factor. */
async function settleRemoval(tx: Tx, { user_id }: ByUser): Promise<void> {
  if (await hasAny(tx, { user_id })) return
  const [required_by] = await findRequiredBy(tx, { user_id })
  if (required_by)
    throw invalid(
      t`${required_by} requires two-factor authentication. Add another passkey or app before you remove this one`,
    )
  await tx.db.recoveryCode.deleteMany({ where: { user_id } })
}

/** Returns the names of accounts and of the instance that require a second factor of the user. */
async function findRequiredBy(ctx: Ctx, { user_id }: ByUser): Promise<string[]> {
  const rows = await ctx.sql.rows<{ name: string; is_admin: boolean }>(
    `${UNSCOPED}select u.is_admin, coalesce(a.name, '') as name from users u
     left join membership m on m.user_id = u.id
     left join account a on a.id = m.account_id and a.require_two_factor
     where u.id = $1 order by a.id nulls last limit 20`,
    [user_id],
  )
  const isAdmin = rows.some((row) => row.is_admin) && env().ADMIN_TWO_FACTOR === 'on'
  return [
    ...(isAdmin ? [t`This instance, because you are an administrator,`] : []),
    ...rows.flatMap(({ name }) => (name ? [`“${name}”`] : [])),
  ]
}

export const EXPIRED_SECOND_FACTORS: readonly Expired[] = [
  { table: 'used_challenge', where: 'used_at < $1', kept_days: 2 },
]
