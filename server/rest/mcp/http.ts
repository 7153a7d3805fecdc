import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { ASSISTANT_SCOPES } from '../../core/assistants.ts'
import { clock } from '../../core/clock.ts'
import type { Credential } from '../../core/credential.ts'
import { AppError, rateLimited, unauthorized } from '../../core/errors.ts'
import { refuseApiPath } from '../../core/instance/features.ts'
import { latestInstanceSettings } from '../../core/instance/settings.ts'
import { requestIdOf } from '../../core/request-id.ts'
import { noteAccount } from '../../core/telemetry/request-scope.ts'
import { env } from '../../env.ts'
import { refuseJson } from '../../lib/bytes/json-shape.ts'
import { readCapped } from '../../lib/bytes/read-capped.ts'
import { authenticate } from '../authenticate.ts'
import { errorAnswer } from '../errors.ts'
import type { RestSettings } from '../registry.ts'
import { takeRequest } from '../request/rate-limit.ts'
import type { Caller } from './call.ts'

const PATH = '/mcp'
const METADATA = '/.well-known/oauth-protected-resource/mcp'
const MAX_BODY_BYTES = 1024 * 1024
const JSON_TYPE = 'application/json; charset=utf-8'

/** Needs no cookies, so any origin may ask. */
const CORS = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'WWW-Authenticate, X-Request-Id' }
const PREFLIGHT = {
  ...CORS,
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, X-Request-Id',
  'Access-Control-Max-Age': '86400',
}

/** Serves the Model Context Protocol: without sessions, and no connection stays open. */
export function assistantRoutes(app: OpenAPIHono, { base_url }: Pick<RestSettings, 'base_url'>): void {
  app.options(PATH, (c) => c.body(null, 204, PREFLIGHT))
  app.post(PATH, async (c) => {
    const headers = { ...CORS, 'X-Request-Id': requestIdOf(c.req.header('x-request-id')), 'Cache-Control': 'no-store' }
    try {
      const response = await answer(c.req.raw, base_url)
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
      return response
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return refuse(c, error, { ...headers, ...challengeFor(error, base_url) })
    }
  })
  app.all(PATH, (c) =>
    c.json({ errors: ['Method Not Allowed. Send requests of the protocol with POST'] }, 405, {
      ...CORS,
      Allow: 'POST',
    }),
  )
  app.options(METADATA, (c) => c.body(null, 204, PREFLIGHT))
  app.get(METADATA, (c) => c.json(describeAssistants(base_url), 200, { ...CORS, 'Cache-Control': 'max-age=3600' }))
}

async function answer(request: Request, base_url: string): Promise<Response> {
  const settings = latestInstanceSettings()
  refuseApiPath(settings, '/v4')
  refuseApiPath(settings, PATH)
  const credential = await authenticateAssistant(request.headers)
  noteAccount(credential.account_id)
  const taken = await takeRequest(credential.actor.kind, credential.counted_as, +clock.now())
  if (taken.retry_after !== undefined) throw rateLimited('Retry later', taken.retry_after)
  const parsedBody = await readMessage(request)
  const { name, ...limits } = credential.assistant
  const caller: Caller = { credential, limits, name, base_url, app_url: env().APP_URL }
  const authInfo = { token: '', clientId: credential.client, scopes: credential.actor.scopes, extra: { caller } }
  // Most instances have no assistants, and the protocol has a thousand schemas.
  const { handler } = await import('./handler.ts')
  return handler.fetch(request, { authInfo, parsedBody })
}

type AssistantCredential = Credential & { assistant: NonNullable<Credential['assistant']> }

/** Returns the credential of an assistant: its key or access token as a bearer token. Throws unauthorized. */
async function authenticateAssistant(headers: Headers): Promise<AssistantCredential> {
  const authorization = headers.get('authorization')
  const token = authorization?.match(/^Bearer\s+(\S{1,200})$/i)?.[1]
  const isKey = token?.startsWith('envoi_')
  const credential = await authenticate((name) => {
    if (name === 'authorization') return isKey ? null : authorization
    return name === 'x-service-api-key' && isKey ? (token ?? null) : null
  })
  // A token for the API must not work here, nor one for an assistant there.
  if (!credential.assistant)
    throw unauthorized('This key or token is not for an assistant. Create one in Settings › API keys')
  return { ...credential, assistant: credential.assistant }
}

/** Reads one message. Several in a list would be counted as one request. */
async function readMessage(request: Request): Promise<unknown> {
  const bytes = await readCapped(request, MAX_BODY_BYTES)
  if (!bytes) throw new AppError('too_large', ['Request body is larger than 1 MB'])
  const refusal = await refuseJson(bytes)
  if (refusal) throw new AppError('too_large', [refusal])
  let message: unknown
  try {
    message = JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new AppError('malformed', ['Request body is not valid JSON'])
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    throw new AppError('malformed', ['Send one JSON-RPC message as an object'])
  if (isDeeperThan(message, MAX_LEVELS)) throw new AppError('too_large', [`Use at most ${MAX_LEVELS} levels of JSON`])
  return message
}

/** Deeper values would exhaust the stack when an operation's body is written. */
const MAX_LEVELS = 200

function isDeeperThan(value: object, levels: number): boolean {
  let layer: object[] = [value]
  for (let level = 0; level < levels && layer.length > 0; level++)
    layer = layer.flatMap((one) => Object.values(one).filter((inside) => typeof inside === 'object' && inside !== null))
  return layer.length > 0
}

/** The protected resource metadata of RFC 9728, by which a client finds the OAuth server. */
const describeAssistants = (base_url: string) => ({
  resource: `${base_url}${PATH}`,
  authorization_servers: [base_url],
  bearer_methods_supported: ['header'],
  scopes_supported: ASSISTANT_SCOPES,
  resource_name: 'Envoi',
  resource_documentation: `${base_url}/docs`,
})

const challengeFor = (error: AppError, base_url: string): Record<string, string> =>
  error.code === 'unauthorized'
    ? {
        'WWW-Authenticate': `Bearer realm="mcp", error="invalid_token", scope="${ASSISTANT_SCOPES.join(' ')}", resource_metadata="${base_url}${METADATA}"`,
      }
    : {}

function refuse(c: Context, error: AppError, headers: Record<string, string>): Response {
  const { status, body, headers: more } = errorAnswer(error)
  return c.body(body as string, status as 400, { ...headers, ...more, 'Content-Type': JSON_TYPE })
}
