import { type OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi'
import { SCOPES } from '../../core/scopes.ts'
import { env } from '../../env.ts'
import { ClientAnswer, ClientInput, OauthErrorAnswer, TokenAnswer } from './schema.ts'

/** Adds the OAuth endpoints to the OpenAPI document. They follow RFC 6749, so the /v4 kernel does not declare them. */
export function describeOauth(app: OpenAPIHono): void {
  for (const path of paths()) app.openAPIRegistry.registerPath({ tags: ['oauth'], security: [], ...path })
}

const json = (schema: z.ZodType) => ({ 'application/json': { schema } })
const formOrJson = (schema: z.ZodType) => ({
  required: true,
  content: { 'application/x-www-form-urlencoded': { schema }, ...json(schema) },
})
const errorResponse = (description: string) => ({ description, content: json(OauthErrorAnswer) })

const Scope = z
  .string()
  .optional()
  .meta({ example: 'public', description: `Of ${SCOPES.join(', ')}, separated by spaces` })
const ClientSecret = z.string().optional().meta({ description: 'Of a confidential client; a public one has none' })

const AuthorizeQuery = z.object({
  client_id: z.string(),
  response_type: z.literal('code'),
  redirect_uri: z
    .string()
    .meta({ description: 'One that the app has listed, to the character; a loopback may have any port' }),
  state: z.string().optional().meta({ description: 'Comes back as it is' }),
  scope: Scope,
  code_challenge: z.string().optional().meta({ description: 'PKCE; required for public clients' }),
  code_challenge_method: z.literal('S256').optional(),
  tenant_name: z.string().optional().meta({ description: 'Lets one account hold several installations of an app' }),
})

const TokenInput = z.object({
  grant_type: z.enum(['authorization_code', 'refresh_token']),
  client_id: z.string(),
  client_secret: ClientSecret,
  code: z.string().optional().meta({ description: 'With authorization_code' }),
  redirect_uri: z.string().optional().meta({ description: 'With authorization_code: the one that was authorized' }),
  code_verifier: z.string().optional().meta({ description: 'With authorization_code, when a challenge was sent' }),
  refresh_token: z.string().optional().meta({ description: 'With refresh_token: works once' }),
  scope: z.string().optional().meta({ description: 'With refresh_token: the same or less' }),
})

const RevocationInput = z.object({
  token: z.string().meta({ description: 'An access token or a refresh token' }),
  token_type_hint: z.string().optional(),
  client_id: z.string(),
  client_secret: ClientSecret,
})

const paths = (): RouteConfig[] => [
  {
    method: 'get',
    path: '/v4/oauth/authorize',
    operationId: 'authorize',
    summary: 'Ask a creator for consent',
    description:
      'For a browser: redirects through sign-in and consent to `redirect_uri` with `code`, `state` and `iss`.',
    request: { query: AuthorizeQuery },
    responses: {
      302: { description: 'To the consent page, or to `redirect_uri` with `error`' },
      400: {
        description: 'A page: the client or its address is unknown',
        content: { 'text/html': { schema: z.string() } },
      },
    },
  },
  {
    method: 'post',
    path: '/v4/oauth/token',
    operationId: 'exchangeToken',
    summary: 'Exchange a code or a refresh token',
    description:
      'A code works once and for a short time, and so does each refresh token: keep the new pair before you use it.',
    request: { body: formOrJson(TokenInput) },
    responses: {
      200: { description: 'A new pair', content: json(TokenAnswer) },
      400: errorResponse('invalid_grant, invalid_request, invalid_scope or unsupported_grant_type'),
      401: errorResponse('invalid_client'),
      429: errorResponse('Too many calls from this address or this client'),
    },
  },
  {
    method: 'post',
    path: '/v4/oauth/revoke',
    operationId: 'revokeToken',
    summary: 'Revoke both tokens and uninstall the app',
    description: 'Either token of the pair can be given. The account no longer has the app.',
    request: { body: formOrJson(RevocationInput) },
    responses: {
      200: { description: 'Also for a token that is unknown or dead already', content: json(z.object({})) },
      400: errorResponse('invalid_request'),
      401: errorResponse('invalid_client'),
      429: errorResponse('Too many calls from this address or this client'),
    },
  },
  {
    method: 'post',
    path: '/oauth/register',
    operationId: 'registerClient',
    summary: 'Register a client (RFC 7591)',
    description:
      'For clients that cannot be registered by hand, such as assistants. The consent page says that they were not reviewed.',
    servers: [{ url: env().APP_URL }],
    request: { body: { required: true, content: json(ClientInput) } },
    responses: {
      201: { description: 'Registered', content: json(ClientAnswer) },
      400: errorResponse('invalid_redirect_uri or invalid_client_metadata'),
      429: errorResponse('Too many registrations from one address'),
    },
  },
]
