import { randomUUID } from 'node:crypto'
import { type Ctx, type Role, type Source, systemPool } from '../../core/context.ts'
import { forbidden, notFound } from '../../core/errors.ts'
import { inLanguage } from '../../core/locale/of-account.ts'
import { iso } from '../../core/wire.ts'
import { type Tx, write } from '../../core/write/write.ts'
import type { Expired } from '../../db/purge.ts'
import { ONE_PLAN } from '../../db/statements/one-plan.ts'
import { UNSCOPED } from '../../db/statements/sql.ts'
import { describeUserAgent } from '../../lib/text/user-agent.ts'
import { recordUserSecurityEvent } from '../security-events/service.ts'
import { queueUserEmail } from '../service-mail/service.ts'
import { EXPIRED_COUNTERS } from '../throttle/service.ts'
import type { AccountViewing } from './account-views.ts'
import { deviceToken, knownDevice } from './devices.ts'
import { newDeviceEmail, placeOf } from './emails.ts'
import { type SessionView, SIGN_IN_SUSPENDED } from './schema.ts'

const DAY_MS = 86_400_000
/** A session ends after 30 days without use, and always 90 days after sign-in. */
const IDLE_MS = 30 * DAY_MS
export const SESSION_MS = 90 * DAY_MS
const UPDATE_EVERY_MS = 60_000

/** Time to provide the second factor after the first. */
const PENDING_MS = 10 * 60_000
/** Without an earlier session, a user younger than this is signing in for the first time and gets no notice. */
const FIRST_SIGN_IN_MS = DAY_MS

/** A valid session with its user and the selected account. */
export interface OpenSession {
  session_id: string
  user_id: number
  email: string
  name: string | null
  is_admin: boolean
  /** Time when the user last confirmed their identity in this session. */
  confirmed_at: Date | null
  has_second_factor: boolean
  /** Name of one of their accounts that requires a second factor. */
  required_by: string | null
  account: { account_id: number; role: Role; deletes_at: Date | null } | null
  /** Set while an administrator of the instance views the account, read-only. */
  view: AccountViewing | null
}

const HAS_SECOND_FACTOR = `exists (select 1 from authenticator f where f.user_id = u.id)
  or exists (select 1 from passkey k where k.user_id = u.id)`

/** SQL of whether all accounts of `users u` are suspended. Administrators of the instance can always sign in. */
const IS_SUSPENDED = `(not u.is_admin and exists (select from membership o where o.user_id = u.id) and not exists (
  select from membership o join account a on a.id = o.account_id where o.user_id = u.id and not a.sign_in_disabled))`

/** Returns whether all accounts of the user are suspended, so they cannot sign in. */
export async function isSuspended(ctx: Ctx, { user_id }: { user_id: number }): Promise<boolean> {
  const sql = `${UNSCOPED}select 1 from users u where u.id = $1 and ${IS_SUSPENDED}`
  return (await ctx.sql.one(sql, [user_id])) !== undefined
}

interface NewSession {
  user_id: number
  source: Source
  /** Device tokens of the browser, given for a sign-in. If none belongs to the user, they are notified. */
  devices?: readonly string[]
  /** True if the user has already provided a second factor, or signed in with a passkey. */
  is_complete?: boolean
}

/**
 * Starts a session and returns its ID, which is stored in the encrypted cookie. For a user with a second factor, the session is pending
 * until they provide it, and `findSession` ignores it. Throws forbidden if all accounts of the user are suspended.
 */
export function startSession(ctx: Ctx, session: NewSession): Promise<string> {
  const { user_id, source, is_complete = false } = session
  const id = randomUUID()
  return write(ctx, async (tx) => {
    const made = await tx.sql.one<{ is_pending: boolean }>(
      `${UNSCOPED}insert into session (id, user_id, ip, user_agent, created_at, last_seen_at, confirmed_at, is_pending)
       select $1, u.id, $3, $4, $5, $5, $5, not $6 and (${HAS_SECOND_FACTOR}) from users u
       where u.id = $2 and not ${IS_SUSPENDED} returning is_pending`,
      [id, user_id, source.ip, source.user_agent?.slice(0, 400) ?? null, tx.now(), is_complete],
    )
    if (!made) throw forbidden(SIGN_IN_SUSPENDED)
    if (!made.is_pending) await announceNewDevice(tx, { ...session, session_id: id })
    return id
  })
}

/** Records a sign-in from a new browser, and emails the user about it unless it is their first sign-in. */
async function announceNewDevice(
  tx: Tx,
  { user_id, session_id, source, devices }: NewSession & { session_id: string },
): Promise<void> {
  if (!devices || knownDevice(devices, user_id) !== undefined) return
  const user = await tx.sql.one<{ email: string; name: string | null; is_first: boolean }>(
    `${UNSCOPED}select u.email, u.name, u.created_at >= $3
       and not exists (select 1 from session s where s.user_id = u.id and s.id <> $2 and not s.is_pending) as is_first
     from users u where u.id = $1`,
    [user_id, session_id, new Date(+tx.now() - FIRST_SIGN_IN_MS)],
  )
  if (!user) return
  await recordUserSecurityEvent(tx, {
    kind: user.is_first ? 'first_sign_in' : 'new_device',
    summary: `${user.email} signed in ${user.is_first ? 'for the first time' : 'on a new device'}: ${inLanguage({ language: 'en' }, () => placeOf(source))}`,
    user_id,
  })
  if (user.is_first) return
  const email = () => newDeviceEmail({ name: user.name, source, at: tx.now() })
  await queueUserEmail(tx, { to: user.email, email })
}

/** Returns the user of a session that is waiting for the second factor, or null. */
export async function findPendingSession(ctx: Ctx, { id }: { id: string }): Promise<{ user_id: number } | null> {
  if (!UUID.test(id)) return null
  const oldest = new Date(+ctx.now() - PENDING_MS)
  return ctx.db.session.findFirst({
    where: { id, is_pending: true, revoked_at: null, created_at: { gt: oldest } },
    select: { user_id: true },
  })
}

/** Records that the user has just confirmed their identity. Throws not_found for another user's session. */
export async function confirmSession(ctx: Ctx, { id, user_id }: { id: string; user_id: number }): Promise<void> {
  const { count } = await ctx.db.session.updateMany({
    where: { id, user_id, revoked_at: null, is_pending: false },
    data: { confirmed_at: ctx.now() },
  })
  if (count === 0) throw notFound()
}

/**
 * Returns a session, or null if it has ended, has expired or never existed. Runs on every request. The account is the one selected last, or
 * the user's oldest if they are no longer a member there. Administrators who view an account have a viewer's rights there while they are
 * administrators.
 */
export async function findSession(
  ctx: Ctx,
  { id, source }: { id: string; source: Source },
): Promise<OpenSession | null> {
  if (!UUID.test(id)) return null
  const now = +ctx.now()
  const { rows } = await systemPool().query<Omit<OpenSession, 'account' | 'view'> & Found>(
    `${ONE_PLAN}with found as (
       select s.id as session_id, u.id as user_id, u.email, u.name, u.is_admin, s.confirmed_at,
         coalesce(v.account_id, m.account_id) as account_id, case when v.account_id is null then m.role else 'viewer' end as role,
         case when v.account_id is null then m.deletes_at end as deletes_at, v.until as viewed_until, v.name as viewed_name,
         ${HAS_SECOND_FACTOR} as has_second_factor,
         (select a.name from membership o join account a on a.id = o.account_id
          where o.user_id = u.id and a.require_two_factor order by a.id limit 1) as required_by
       from session s join users u on u.id = s.user_id
       left join lateral (
         select o.account_id, o.role, a.deletes_at from membership o join account a on a.id = o.account_id and not a.sign_in_disabled
         where o.user_id = u.id
         order by o.account_id = s.account_id desc nulls last, o.created_at, o.account_id limit 1
       ) m on true
       left join lateral (
         select w.account_id, w.until, a.name from account_view w join account a on a.id = w.account_id
         where w.session_id = s.id and w.until > $4 and u.is_admin
       ) v on true
       where s.id = $1 and not s.is_pending and s.revoked_at is null and s.last_seen_at > $2 and s.created_at > $3
         and (m.account_id is not null or not ${IS_SUSPENDED})
     ), touched as (
       update session s set last_seen_at = $4, ip = $5 from found where s.id = found.session_id and s.last_seen_at <= $6
     )
     select * from found`,
    [
      id,
      new Date(now - IDLE_MS),
      new Date(now - SESSION_MS),
      new Date(now),
      source.ip,
      new Date(now - UPDATE_EVERY_MS),
    ],
  )
  const [row] = rows
  if (!row) return null
  const { account_id, role, deletes_at, viewed_until: until, viewed_name, ...session } = row
  return {
    ...session,
    account: account_id && role ? { account_id, role, deletes_at } : null,
    view: account_id && until ? { account_id, account_name: viewed_name ?? '', until } : null,
  }
}

interface Found {
  account_id: number | null
  role: Role | null
  deletes_at: Date | null
  viewed_until: Date | null
  viewed_name: string | null
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Returns the valid sessions of a user, the current one first. */
export async function listSessions(ctx: Ctx, current: { user_id: number; session_id: string }): Promise<SessionView[]> {
  const now = +ctx.now()
  const rows = await ctx.db.session.findMany({
    where: {
      user_id: current.user_id,
      is_pending: false,
      revoked_at: null,
      last_seen_at: { gt: new Date(now - IDLE_MS) },
      created_at: { gt: new Date(now - SESSION_MS) },
    },
    orderBy: { last_seen_at: 'desc' },
  })
  const views = rows.map((row) => ({
    id: row.id,
    device: describeUserAgent(row.user_agent),
    ip: row.ip,
    created_at: iso(row.created_at),
    last_seen_at: iso(row.last_seen_at),
    is_current: row.id === current.session_id,
  }))
  return views.sort((a, b) => Number(b.is_current) - Number(a.is_current))
}

export async function endSession(ctx: Ctx, { id, user_id }: { id: string; user_id?: number }): Promise<void> {
  if (!UUID.test(id)) throw notFound()
  const { count } = await ctx.db.session.updateMany({
    where: { id, user_id, revoked_at: null },
    data: { revoked_at: ctx.now() },
  })
  if (count === 0 && user_id !== undefined) throw notFound()
}

/** Returns a device token for the session's user, or undefined if the session does not exist or still needs the second factor. */
export async function deviceOfSession(ctx: Ctx, { id }: { id: string }): Promise<string | undefined> {
  const session = await ctx.db.session.findFirst({ where: { id, is_pending: false }, select: { user_id: true } })
  return session ? deviceToken(session.user_id) : undefined
}

/** Returns the language chosen by the session's user, for a browser that they have signed in with. */
export async function languageOfSession(ctx: Ctx, { id }: { id: string }): Promise<string | undefined> {
  const session = await ctx.db.session.findFirst({
    where: { id, is_pending: false },
    select: { user: { select: { language: true } } },
  })
  return session?.user.language ?? undefined
}

/** Ends the other sessions, as required after a new password or role (S7). Returns the number of ended sessions. */
export async function endOtherSessions(
  ctx: Ctx,
  { user_id, keep }: { user_id: number; keep: string | null },
): Promise<number> {
  const { count } = await ctx.db.session.updateMany({
    where: { user_id, revoked_at: null, ...(keep ? { id: { not: keep } } : {}) },
    data: { revoked_at: ctx.now() },
  })
  return count
}

/** Ends the other sessions of a member. Joins the membership, so an account cannot end sessions of users who are not its members. */
export async function endMemberSessions(tx: Tx, { user_id, keep }: { user_id: number; keep: string }): Promise<void> {
  await tx.sql.run(
    `update session s set revoked_at = $4 from membership m
     where m.account_id = $1 and m.user_id = $2 and s.user_id = m.user_id and s.revoked_at is null and s.id::text <> $3`,
    [user_id, keep, tx.now()],
  )
}

/** Selects the context's account in a session. Throws not_found if the user is not a member, forbidden if it is suspended. */
export async function switchAccount(
  ctx: Ctx,
  { user_id, session_id }: { user_id: number; session_id: string },
): Promise<void> {
  const found = await ctx.sql.one<{ sign_in_disabled: boolean }>(
    `with found as (
       select a.sign_in_disabled from membership m join account a on a.id = m.account_id where m.account_id = $1 and m.user_id = $2
     ), switched as (
       update session s set account_id = $1 from found where s.user_id = $2 and s.id = $3 and not found.sign_in_disabled
     ) select sign_in_disabled from found`,
    [user_id, session_id],
  )
  if (!found) throw notFound()
  if (found.sign_in_disabled) throw forbidden('This account is suspended by the administrator of this instance')
}

const daysBefore = (ms: number) => `$1::timestamptz - interval '${ms / DAY_MS} days'`

export const EXPIRED_SIGN_IN: readonly Expired[] = [
  {
    table: 'session',
    where: `revoked_at < $1 or last_seen_at < ${daysBefore(IDLE_MS)} or created_at < ${daysBefore(SESSION_MS)}`,
    kept_days: 30,
  },
  { table: 'password_reset', where: 'expires_at < $1', kept_days: 30 },
  ...EXPIRED_COUNTERS,
]
