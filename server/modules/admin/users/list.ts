import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { keysetPage, type Page } from '../../../core/page/page.ts'
import { iso, isoOrNull, isoSql } from '../../../core/wire.ts'
import { findProofMethods } from '../../second-factors/service.ts'
import { isProven } from '../../users/address-proof.ts'
import { listSessions } from '../../users/sessions.ts'
import { idIn, isShort, likePattern, MAX_FOUND } from '../accounts/search.ts'
import type { ByUser, UserDetail, UserRow, UsersQuery } from '../users-schema.ts'
import { MAX_COUNTED } from '../values-schema.ts'

/** Like `isProven`: caught email proves nothing. */
const IS_VERIFIED = `(t.email_proof is not null and t.email_proof <> 'caught_mail')`

const VIEW = `t.id, t.name, t.email, t.is_admin, ${IS_VERIFIED} as is_verified, ${isoSql('t.created_at')} as created_at,
  (exists (select from authenticator f where f.user_id = t.id) or exists (select from passkey k where k.user_id = t.id)) as has_second_factor,
  (select count(*)::int from membership m where m.user_id = t.id) as accounts,
  (select a.name from membership m join account a on a.id = m.account_id where m.user_id = t.id order by m.created_at, a.id limit 1) as account_name,
  (select ${isoSql('max(s.last_seen_at)')} from session s where s.user_id = t.id and not s.is_pending) as last_seen_at
  from (select) one`

const STATES: Record<NonNullable<UsersQuery['state']>, string> = {
  administrators: 't.is_admin',
  unverified: `not ${IS_VERIFIED}`,
  // Reads only users that a job marked, because checking all users would read all memberships.
  without_account: 't.without_account and not exists (select from membership m where m.user_id = t.id)',
}

/** Lists this instance's users for its administrators, newest first. */
export const listUsers = (ctx: Ctx, { search, state, ...paging }: UsersQuery): Promise<Page<UserRow>> =>
  keysetPage<UserRow>(ctx.sql, paging, {
    name: 'users',
    view: VIEW,
    from: 'users t',
    where: [
      '$1::int is not null',
      ...(search
        ? [
            // Each part uses its own index. A text that is too short for an index must be the whole name or the id.
            isShort(search)
              ? `t.id in (select id from users where id = $2::int union all (select id from users where name is not null
                   and lower(name) = $3 order by id desc limit ${MAX_FOUND}))`
              : `t.id in (select id from users where id = $2::int
                 union all (select id from users where email like $3 order by id desc limit ${MAX_FOUND})
                 union all (select id from users where lower(name) like $3 order by id desc limit ${MAX_FOUND}))`,
          ]
        : []),
      ...(state ? [STATES[state]] : []),
    ],
    values: search ? [idIn(search), isShort(search) ? search.toLowerCase() : likePattern(search)] : [],
    most_counted: search || state ? MAX_COUNTED : undefined,
    order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
  })

/** Returns a user's sign-in methods and memberships. Throws not_found. */
export async function getUserDetail(ctx: Ctx, { user_id }: ByUser): Promise<UserDetail> {
  const user = await ctx.db.user.findUnique({
    where: { id: user_id },
    include: {
      identities: { orderBy: { created_at: 'asc' }, take: 20 },
      passkeys: { orderBy: { created_at: 'asc' }, take: 100 },
      memberships: { orderBy: [{ created_at: 'asc' }, { account_id: 'asc' }], take: 100, include: { account: true } },
    },
  })
  if (!user) throw notFound()
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    is_admin: user.is_admin,
    is_verified: isProven(user),
    verified_at: isoOrNull(user.email_verified_at),
    created_at: iso(user.created_at),
    ...(await findProofMethods(ctx, { user_id })),
    providers: user.identities.map(({ provider }) => provider),
    passkeys: user.passkeys.map(({ id, name, last_used_at }) => ({ id, name, last_used_at: isoOrNull(last_used_at) })),
    memberships: user.memberships.map(({ account_id, role, account }) => ({
      account_id,
      role,
      name: account.name,
      is_suspended: account.sign_in_disabled || account.api_disabled || account.sending_disabled,
    })),
    sessions: await listSessions(ctx, { user_id, session_id: '' }),
  }
}
