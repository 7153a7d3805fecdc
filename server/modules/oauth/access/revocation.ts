import { type Source, systemCtx } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import { markUninstalled } from '../../apps/installations/installations.ts'
import { countCall, countClientCall } from '../call-limits.ts'
import { authenticateClient } from '../clients/clients.ts'
import { readBody, required } from '../parameters.ts'
import { revokeGrants } from './grants.ts'
import { findByEitherToken } from './tokens.ts'

/**
 * Answers POST /v4/oauth/revoke (contract 3.3). Uninstalls the app: revokes every token of its installation and emits an event. An
 * unknown or expired token, or one of another client, changes nothing and gets the same answer. Throws OauthError, and AppError
 * rate_limited.
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
