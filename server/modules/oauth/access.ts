import { unauthorized } from '../../core/errors.ts'
import type { Tx } from '../../core/write.ts'

/**
 * For what an app leaves behind in the account beyond its request. The app may have lost its access since the request came: what
 * takes the access away ends what is there by then, and what comes after it is refused here. The installation is held until the
 * transaction ends, so that there is no moment in between. Throws unauthorized.
 */
export async function holdAccess(tx: Tx): Promise<void> {
  if (tx.actor.kind !== 'oauth') return
  const access = await tx.sql.one<{ is_dead: boolean }>(
    `select t.revoked_at is not null or g.revoked_at is not null or i.state = 'uninstalled' as is_dead
     from oauth_token t
     join oauth_grant g on g.account_id = $1 and g.id = t.grant_id
     join installation i on i.account_id = $1 and i.id = g.installation_id
     where t.account_id = $1 and t.id = $2 for share of i`,
    [tx.actor.token_id],
  )
  if (!access || access.is_dead) throw unauthorized('The access token is invalid')
}
