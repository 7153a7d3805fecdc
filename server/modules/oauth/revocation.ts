import { type Source, systemCtx } from '../../core/context.ts'
import { write } from '../../core/write.ts'
import { markUninstalled } from '../apps/installations.ts'
import { countCall, countClientCall } from './call-limits.ts'
import { authenticateClient } from './clients.ts'
import { revokeGrants } from './grants.ts'
import { readBody, required } from './parameters.ts'
import { findByEitherToken } from './tokens.ts'

/**
 * POST /v4/oauth/revoke: contract 3.3. The app leaves the account: all tokens of its installation are dead, and others hear of it
 * by an event. A token that is unknown, expired or another client's changes nothing and gets the same answer. Throws OauthError,
 * and AppError rate_limited.
 */
export async function answerRevocation(request: Request, source: Source): Promise<void> {
  countCall(source)
  const parameters = await readBody(request, { compared: ['token'] })
  const client = await authenticateClient(parameters, request.headers)
  countClientCall(client, source)
  const found = await findByEitherToken(required(parameters, 'token'))
  if (!found || found.app_id !== client.id || found.is_dead) return
  const { account_id, installation_id } = found
  await write(systemCtx(account_id), async (tx) => {
    await revokeGrants(tx, { installation_id })
    await markUninstalled(tx, { installation_id, by: 'app' })
  })
}
