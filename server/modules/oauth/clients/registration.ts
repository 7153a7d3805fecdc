import type { z } from 'zod'
import { type Source, serviceCtx } from '../../../core/context.ts'
import type { Scope } from '../../../core/scopes.ts'
import { unscoped } from '../../../db/client.ts'
import { redirectTarget, redirectUriFault } from '../../../lib/net/redirect-uri.ts'
import { createClient } from '../../apps/installations/clients.ts'
import { countAttempt } from '../../throttle/service.ts'
import { OauthError } from '../errors.ts'
import { readScopes, readText } from '../parameters.ts'
import { type ClientAnswer, ClientInput } from '../schema.ts'
import { cleanClientName, containsServiceName, isConfusable } from './client-name.ts'

/**
 * Handles POST /oauth/register (RFC 7591, contract 3.4). Open to anyone, limited per source; unused clients are deleted after a week. URLs
 * in the metadata are stored but never fetched (O24). Throws OauthError, and AppError rate_limited.
 */
export async function answerRegistration(request: Request, source: Source): Promise<ClientAnswer> {
  await countAttempt(serviceCtx(), { attempt: 'client_registration', source })
  const input = readMetadata(await readText(request), ClientInput)
  const is_public = readIsPublic(input)
  const scopes = readScope(input)
  const name = await readClientName(input)
  const { client_id, secret, created_at } = await createClient(serviceCtx(), {
    name,
    redirect_uris: input.redirect_uris,
    scopes,
    client_uri: input.client_uri ?? null,
    logo_uri: input.logo_uri ?? null,
    is_public,
  })
  return {
    client_id,
    client_id_issued_at: Math.floor(+created_at / 1000),
    ...(secret ? { client_secret: secret, client_secret_expires_at: 0 as const } : {}),
    client_name: name,
    redirect_uris: input.redirect_uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: is_public ? 'none' : 'client_secret_post',
    scope: scopes.join(' '),
    ...(input.client_uri ? { client_uri: input.client_uri } : {}),
    ...(input.logo_uri ? { logo_uri: input.logo_uri } : {}),
  }
}

/** Returns valid client metadata of RFC 7591. Throws OauthError. */
export function readMetadata<Input extends ClientInput>(text: string, schema: z.ZodType<Input>): Input {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw invalidMetadata('The body is not valid JSON')
  }
  const result = schema.safeParse(body)
  if (!result.success) {
    const [issue] = result.error.issues
    const member = String(issue?.path[0] ?? 'The body')
    const error = member === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata'
    throw new OauthError(error, `${member} is not valid client metadata (RFC 7591)`)
  }
  for (const uri of result.data.redirect_uris) {
    const fault = redirectUriFault(uri)
    if (fault) throw new OauthError('invalid_redirect_uri', `A redirect URI ${fault}`)
  }
  checkFlow(result.data)
  return result.data
}

/** `confidential: false` overrides the authentication method (contract 3.4). */
function readIsPublic({ confidential, token_endpoint_auth_method: method }: ClientInput): boolean {
  if (confidential === true && method === 'none')
    throw invalidMetadata('token_endpoint_auth_method of a confidential client must be client_secret_post')
  return confidential === false || method === 'none'
}

function readScope({ scope }: ClientInput): Scope[] {
  try {
    return readScopes(scope || undefined, ['public'])
  } catch (error) {
    throw error instanceof OauthError ? invalidMetadata(error.message) : error
  }
}

/** Both grants are always registered, but the request must include authorization_code if it names any. */
function checkFlow({ grant_types, response_types }: ClientInput): void {
  if (grant_types?.includes('authorization_code') === false)
    throw invalidMetadata('grant_types must include authorization_code')
  if (response_types?.includes('code') === false) throw invalidMetadata('response_types must include code')
}

/** Returns a name that cannot be mistaken for ours or for a published app's. Throws OauthError. */
export async function readClientName({
  client_name,
  redirect_uris: [first = ''],
}: Pick<ClientInput, 'client_name' | 'redirect_uris'>): Promise<string> {
  const name = cleanClientName(client_name ?? redirectTarget(first))
  if (!name) throw invalidMetadata('client_name must be one line of at most 80 printable characters')
  if (containsServiceName(name)) throw invalidMetadata('client_name must not contain the name of this service')
  const published = await unscoped().app.findMany({
    where: { status: 'published', deleted_at: null },
    select: { name: true },
  })
  if (published.some((app) => isConfusable(app.name, name)))
    throw invalidMetadata('client_name is the name of an app in the store')
  return name
}

const invalidMetadata = (description: string) => new OauthError('invalid_client_metadata', description)
