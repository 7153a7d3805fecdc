import { isAtLeast, type Role } from '../../../core/context.ts'
import { unauthorized } from '../../../core/errors.ts'
import type { Tx } from '../../../core/write/write.ts'

/**
 * SQL for the current role of the user behind a grant, over `oauth_grant g` and `app a`; null if the user is no longer a member. A grant
 * never has more rights than its user has now. A published app belongs to the account that installed it and keeps its rights.
 */
export const GRANT_ROLE = `case when a.published_at is not null then 'owner' else
  (select m.role::text from membership m where m.account_id = g.account_id and m.user_id = g.user_id) end`

/**
 * Requires that the app still has access, for work that outlives its request. Locks the installation until the transaction ends, so a
 * concurrent revocation either sees the writes of this transaction or prevents them. Throws unauthorized.
 * @param least the role that the user behind the app must have
 */
export async function lockAccess(tx: Tx, min_role: Role): Promise<void> {
  if (tx.actor.kind !== 'oauth') return
  const access = await tx.sql.one<{ is_dead: boolean; role: Role | null }>(
    `select t.revoked_at is not null or g.revoked_at is not null or i.state = 'uninstalled' as is_dead, ${GRANT_ROLE} as role
     from oauth_token t
     join app a on a.id = t.app_id
     join oauth_grant g on g.account_id = $1 and g.id = t.grant_id
     join installation i on i.account_id = $1 and i.id = g.installation_id
     where t.account_id = $1 and t.id = $2 for share of i`,
    [tx.actor.token_id],
  )
  if (!access?.role || access.is_dead || !isAtLeast(access.role, min_role))
    throw unauthorized('The access token is invalid')
}
