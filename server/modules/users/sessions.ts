import { randomUUID } from 'node:crypto'
import { type Ctx, type Role, type Source, systemPool } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { iso } from '../../core/wire.ts'
import type { Tx } from '../../core/write/write.ts'
import type { Expired } from '../../db/purge.ts'
import { describeUserAgent } from '../../lib/text/user-agent.ts'
import { EXPIRED_COUNTERS } from '../throttle/service.ts'
import { deviceToken } from './devices.ts'
import type { SessionView } from './schema.ts'

const DAY_MS = 86_400_000
/** A session ends after 30 days without use, and always 90 days after sign-in. */
const IDLE_MS = 30 * DAY_MS
export const SESSION_MS = 90 * DAY_MS
const UPDATE_EVERY_MS = 60_000

/** A valid session with its user and the selected account. */
export interface OpenSession {
  session_id: string
  user_id: number
  email: string
  name: string | null
  is_admin: boolean
  account: { account_id: number; role: Role } | null
}

/** Starts a session and returns its ID, which is stored in the encrypted cookie. */
export async function startSession(
  ctx: Ctx,
  { user_id, source }: { user_id: number; source: Source },
): Promise<string> {
  const id = randomUUID()
  const now = ctx.now()
  const { ip, user_agent } = source
  const data = { id, user_id, ip, user_agent: user_agent?.slice(0, 400) ?? null, created_at: now, last_seen_at: now }
  await ctx.db.session.create({ data })
  return id
}

/**
 * Returns a session, or null if it was ended, has expired, or never existed. Runs on every request. The account is the one
 * selected last, or the user's oldest if they are no longer a member there.
 */
export async function findSession(
  ctx: Ctx,
  { id, source }: { id: string; source: Source },
): Promise<OpenSession | null> {
  if (!UUID.test(id)) return null
  const now = +ctx.now()
  const { rows } = await systemPool().query<Omit<OpenSession, 'account'> & Found>(
    `with found as (
       select s.id as session_id, u.id as user_id, u.email, u.name, u.is_admin, m.account_id, m.role
       from session s join users u on u.id = s.user_id
       left join lateral (
         select account_id, role from membership where user_id = u.id
         order by account_id = s.account_id desc nulls last, created_at, account_id limit 1
       ) m on true
       where s.id = $1 and s.revoked_at is null and s.last_seen_at > $2 and s.created_at > $3
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
  const { session_id, user_id, email, name, is_admin, account_id, role } = row
  return { session_id, user_id, email, name, is_admin, account: account_id && role ? { account_id, role } : null }
}

interface Found {
  account_id: number | null
  role: Role | null
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Returns the valid sessions of a user, the current one first. */
export async function listSessions(ctx: Ctx, current: { user_id: number; session_id: string }): Promise<SessionView[]> {
  const now = +ctx.now()
  const rows = await ctx.db.session.findMany({
    where: {
      user_id: current.user_id,
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

/** Returns a device token for the session's user, or undefined if there is no such session. */
export async function deviceOfSession(ctx: Ctx, { id }: { id: string }): Promise<string | undefined> {
  const session = await ctx.db.session.findUnique({ where: { id }, select: { user_id: true } })
  return session ? deviceToken(session.user_id) : undefined
}

/** Ends the other sessions, as a new password or role requires (S7). Returns the number of sessions that ended. */
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

/** Selects the context's account in a session. Throws not_found if the user is not a member. */
export async function switchAccount(
  ctx: Ctx,
  { user_id, session_id }: { user_id: number; session_id: string },
): Promise<void> {
  const switched = await ctx.sql.run(
    `update session s set account_id = $1 from membership m
     where m.account_id = $1 and m.user_id = $2 and s.user_id = $2 and s.id = $3`,
    [user_id, session_id],
  )
  if (switched === 0) throw notFound()
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
