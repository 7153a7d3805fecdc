import { adminWrite } from '../../core/audit/admin-write.ts'
import { type Ctx, type Source, systemPool } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { findLocale } from '../../core/locale/locales.ts'
import { acquireAdvisoryLock, type Tx, write } from '../../core/write/write.ts'
import type { AddressProof } from '../../db/generated/enums.ts'
import { UNSCOPED } from '../../db/statements/sql.ts'
import { t } from '../../lib/locale/texts.ts'
import { normalizeEmailAddress } from '../../lib/text/email-address.ts'
import { recordUserSecurityEvent } from '../security-events/service.ts'
import { queueUserEmail } from '../service-mail/service.ts'
import { isOtherForm } from '../subscribers/spellings/other-form.ts'
import { countAttempt } from '../throttle/service.ts'
import { administratorEmail, passwordChangedEmail } from './emails.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import type { LanguageChoice, PasswordChange, UserInput, UserView } from './schema.ts'
import { endOtherSessions } from './sessions.ts'
import { WRONG_PASSWORD } from './values-schema.ts'

/** Returns the user's own profile. */
export async function getUser(ctx: Ctx, { user_id }: { user_id: number }): Promise<UserView> {
  const user = await ctx.db.user.findUniqueOrThrow({ where: { id: user_id }, include: { identities: true } })
  return {
    id: user.id,
    name: user.name,
    email_address: user.email,
    has_password: user.password_hash !== null,
    providers: user.identities.map(({ provider }) => provider),
  }
}

export async function renameUser(ctx: Ctx, { user_id, name }: UserInput & { user_id: number }): Promise<void> {
  await ctx.db.user.update({ where: { id: user_id }, data: { name } })
}

/** Stores the user's language for pages and emails. Null: pages use the browser's language. Throws invalid for a language without texts. */
export async function chooseLanguage(
  ctx: Ctx,
  { user_id, language }: LanguageChoice & { user_id: number },
): Promise<void> {
  if (language !== null && !findLocale(language)) throw invalid(t`Language must be one from the list`)
  await ctx.db.user.update({ where: { id: user_id }, data: { language } })
}

/** Changes the password and ends the user's other sessions (S7). Throws invalid when the current password is wrong. */
export async function changePassword(
  ctx: Ctx,
  input: PasswordChange & { user_id: number; session_id: string; source?: Source },
): Promise<{ ended_sessions: number }> {
  const { user_id, session_id, current_password, password, source } = input
  await countAttempt(ctx, { attempt: 'password_change', target: String(user_id) })
  const user = await ctx.db.user.findUniqueOrThrow({ where: { id: user_id } })
  if (!(await verifyPassword(user.password_hash, current_password))) throw invalid(WRONG_PASSWORD)
  const password_hash = await hashPassword(password)
  return write(ctx, async (tx) => {
    await tx.db.user.update({ where: { id: user_id }, data: { password_hash } })
    await queueUserEmail(tx, {
      to: user.email,
      email: () => passwordChangedEmail({ name: user.name, at: tx.now(), source }),
    })
    await recordUserSecurityEvent(tx, {
      kind: 'password_changed',
      summary: `The password of ${user.email} was changed`,
      user_id,
    })
    return { ended_sessions: await endOtherSessions(tx, { user_id, keep: session_id }) }
  })
}

interface NewUser {
  email_address: string
  name: string
  password_hash: string
  email_proof: AddressProof
}

/** Creates a user with a proven address. Returns undefined if the address already has a user. */
export function createUser(
  tx: Tx,
  { email_address, name, password_hash, email_proof }: NewUser,
): Promise<{ id: number } | undefined> {
  return tx.sql.one<{ id: number }>(
    `${UNSCOPED}insert into users (email, name, password_hash, email_verified_at, email_proof, created_at, updated_at)
     select $1, $2, $3, $5, $4::text::address_proof, $5, $5
     on conflict (email) do nothing returning id`,
    [email_address, name, password_hash, email_proof, tx.now()],
  )
}

/**
 * Grants or revokes a user's role as administrator of this instance, and emails them. Throws invalid if an administrator removes the last
 * one. The command line may do that, because it can also grant the role again. @returns whether the user exists
 */
export async function setAdministrator(
  ctx: Ctx,
  { email_address, is_admin, reason }: { email_address: string; is_admin: boolean; reason?: string },
): Promise<boolean> {
  const user = await ctx.db.user.findUnique({ where: { email: email_address }, select: { id: true, name: true } })
  if (!user) return false
  await adminWrite(ctx, { user_id: user.id }, async (tx, record) => {
    // Makes two administrators who remove each other at the same time run one after the other.
    await acquireAdvisoryLock(tx, 'administrators')
    const others = await tx.db.user.count({ where: { is_admin: true, id: { not: user.id } } })
    if (!is_admin && others === 0 && ctx.actor.kind === 'administrator')
      throw invalid('This is the last administrator. Make another user an administrator first')
    const { count } = await tx.db.user.updateMany({
      where: { id: user.id, is_admin: !is_admin },
      data: { is_admin, updated_at: tx.now() },
    })
    await record({
      action: is_admin ? 'administrator_granted' : 'administrator_revoked',
      details: {
        email: email_address,
        ...(reason && { reason }),
        before: { is_admin: count === 0 ? is_admin : !is_admin },
        after: { is_admin },
      },
    })
    if (count > 0)
      await queueUserEmail(tx, {
        to: email_address,
        email: () => administratorEmail({ is_admin, name: user.name, at: tx.now() }),
      })
  })
  return true
}

/** Users per statement. */
const MAX_USERS = 500

/**
 * Rewrites the addresses of the next users after this ID in their normalized form, so they can sign in with any spelling. Skips addresses
 * whose form belongs to another user or whose domain has an unreadable encoding. Returns the ID to continue from, or null at the end.
 */
export async function rewriteUserSpellings(after: number): Promise<number | null> {
  const { rows } = await systemPool().query<{ id: number; email: string }>(
    `select id, email from users where id > $1 and ${isOtherForm('email')} order by id limit ${MAX_USERS}`,
    [after],
  )
  // If two users have the same form, the older user gets it.
  const forms = new Map(rows.toReversed().map(({ id, email }) => [normalizeEmailAddress(email), { id, email }]))
  const due = [...forms].filter(([canonical, { email }]) => canonical !== email)
  if (due.length > 0)
    await systemPool().query(
      `update users u set email = d.canonical from unnest($1::int[], $2::text[], $3::text[]) as d(id, email, canonical)
       where u.id = d.id and u.email = d.email and not exists (select from users o where o.email = d.canonical)`,
      [due.map(([, { id }]) => id), due.map(([, { email }]) => email), due.map(([canonical]) => canonical)],
    )
  return rows.length < MAX_USERS ? null : (rows.at(-1)?.id ?? null)
}
