import type { Source } from '../../../core/context.ts'
import { countCall, countClientCall } from '../call-limits.ts'
import { authenticateClient } from '../clients/clients.ts'
import { OauthError } from '../errors.ts'
import { readBody, required } from '../parameters.ts'
import type { TokenAnswer } from '../schema.ts'
import { exchangeCode } from './exchange.ts'
import { refreshTokens } from './refresh.ts'

/** Implicit and password grants are not supported (O14). */
const GRANTS = new Map([
  ['authorization_code', exchangeCode],
  ['refresh_token', refreshTokens],
])

/** Handles POST /v4/oauth/token (contract 3.2). Throws OauthError, and AppError rate_limited. */
export async function answerToken(request: Request, source: Source): Promise<TokenAnswer> {
  countCall(source)
  const parameters = await readBody(request)
  const grant = GRANTS.get(required(parameters, 'grant_type'))
  if (!grant) throw new OauthError('unsupported_grant_type', `grant_type must be ${[...GRANTS.keys()].join(' or ')}`)
  const client = await authenticateClient(parameters, request.headers)
  countClientCall(client, source)
  return grant(client, parameters)
}
