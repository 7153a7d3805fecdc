import { clock } from '../../../core/clock.ts'
import { systemCtx } from '../../../core/context.ts'
import type { Scope } from '../../../core/scopes.ts'
import { write } from '../../../core/write/write.ts'
import type { AppRow } from '../../apps/store/directory.ts'
import { lockGrant, revokeFamily } from '../access/grants.ts'
import { findByRefreshToken, issueTokens, type TokenRow } from '../access/tokens.ts'
import { invalidGrant } from '../errors.ts'
import { type Parameters, readScopes, required } from '../parameters.ts'
import type { TokenAnswer } from '../schema.ts'

/** Tolerates clients that refresh from parallel threads. Reuse after this time counts as theft (O15). */
const REUSE_GRACE_MS = 60_000

/** Exchanges a refresh token for a new pair, once. The previous access token stays valid until it expires. Throws OauthError. */
export async function refreshTokens(client: AppRow, parameters: Parameters): Promise<TokenAnswer> {
  const pair = await findByRefreshToken(required(parameters, 'refresh_token'))
  if (!pair || pair.app_id !== client.id) throw invalidGrant('The refresh token is unknown')
  if (pair.is_dead) throw invalidGrant('The refresh token was revoked')
  await rejectReuse(pair, client)
  if (!pair.refresh_expires_at || +pair.refresh_expires_at <= +clock.now()) {
    throw invalidGrant('The refresh token expired')
  }
  return rotate(pair, readScopes(parameters.get('scope') ?? pair.granted_scopes.join(' '), pair.granted_scopes))
}

async function rejectReuse(pair: TokenRow, app: AppRow): Promise<void> {
  if (pair.refresh_used_at === null) return
  if (+clock.now() - +pair.refresh_used_at > REUSE_GRACE_MS) await revokeFamily({ ...pair, app }, 'refresh token')
  throw invalidGrant(USED)
}

/** The update finds an unused token only once, even with concurrent processes. */
function rotate({ id, account_id, app_id, grant_id, user_id }: TokenRow, scopes: Scope[]): Promise<TokenAnswer> {
  return write(systemCtx(account_id), async (tx) => {
    if (!(await lockGrant(tx, { grant_id }))) throw invalidGrant('The refresh token was revoked')
    const claimed = await tx.sql.run(
      'update oauth_token set refresh_used_at = $3 where account_id = $1 and id = $2 and refresh_used_at is null',
      [id, tx.now()],
    )
    if (claimed === 0) throw invalidGrant(USED)
    return issueTokens(tx, { app_id, grant_id, user_id, scopes })
  })
}

const USED = 'The refresh token was used before'
