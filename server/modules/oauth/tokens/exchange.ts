import { clock } from '../../../core/clock.ts'
import { systemCtx } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import { recordClientUse } from '../../apps/installations/clients.ts'
import { completeInstallation } from '../../apps/installations/installations.ts'
import { versionFor } from '../../apps/installations/tests.ts'
import type { AppRow } from '../../apps/store/directory.ts'
import { findGrantByCode, type GrantRow, lockGrant, revokeFamily } from '../access/grants.ts'
import { issueTokens } from '../access/tokens.ts'
import { verifyChallenge } from '../authorize/challenge.ts'
import { invalidGrant } from '../errors.ts'
import { type Parameters, required } from '../parameters.ts'
import type { TokenAnswer } from '../schema.ts'

/** Exchanges a code for tokens, once. A second use revokes the tokens of the first (O3). Throws OauthError. */
export async function exchangeCode(client: AppRow, parameters: Parameters): Promise<TokenAnswer> {
  const [code, redirect_uri] = [required(parameters, 'code'), required(parameters, 'redirect_uri')]
  const grant = await findGrantByCode(code)
  if (!grant || grant.app_id !== client.id) throw invalidGrant('The code is unknown')
  await rejectReplay(grant, client)
  if (grant.is_dead) throw invalidGrant('The code was revoked')
  if (+grant.code_expires_at <= +clock.now()) throw invalidGrant('The code expired')
  if (grant.redirect_uri !== redirect_uri) throw invalidGrant('The redirect_uri is not the one that was authorized')
  verifyChallenge(grant.code_challenge, parameters.get('code_verifier'))
  return claimCode(grant, client)
}

async function rejectReplay({ id, account_id, installation_id, code_used_at }: GrantRow, app: AppRow): Promise<void> {
  if (code_used_at === null) return
  await revokeFamily({ account_id, grant_id: id, installation_id, app }, 'code')
  throw invalidGrant(USED)
}

/** The update finds an unused code only once, even with concurrent processes. */
function claimCode(grant: GrantRow, client: AppRow): Promise<TokenAnswer> {
  const { id: grant_id, installation_id, app_id, user_id, scopes } = grant
  return write(systemCtx(grant.account_id), async (tx) => {
    if (!(await lockGrant(tx, { grant_id }))) throw invalidGrant('The code was revoked')
    const claimed = await tx.sql.run(
      'update oauth_grant set code_used_at = $3 where account_id = $1 and id = $2 and code_used_at is null',
      [grant_id, tx.now()],
    )
    if (claimed === 0) throw invalidGrant(USED)
    // If the app has its own page in the install flow, returning from it completes the installation (contract 10.2).
    const { authorization_url } = await versionFor(tx, client)
    if (authorization_url === null) await completeInstallation(tx, { installation_id })
    await recordClientUse(tx, client)
    return issueTokens(tx, { app_id, grant_id, user_id, scopes })
  })
}

const USED = 'The code was used before'
