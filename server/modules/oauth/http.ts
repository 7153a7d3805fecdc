import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { AppError } from '../../core/errors.ts'
import { rootLogger } from '../../core/log.ts'
import { requestIdOf } from '../../core/request-id.ts'
import { socketSource } from '../../core/source.ts'
import { outageOf } from '../../db/connections/outage.ts'
import { answerRevocation } from './access/revocation.ts'
import { AuthorizationRefused, readAuthorizationRequest, refusalPage } from './authorize/authorization-request.ts'
import { consentUrl } from './authorize/consent.ts'
import { answerRegistration } from './clients/registration.ts'
import { describeResource, describeServer } from './discovery.ts'
import { OauthError } from './errors.ts'
import { describeOauth } from './openapi.ts'
import { answerToken } from './tokens/token.ts'

/** Clients in browsers may call every endpoint except the consent page (O16). No endpoint reads cookies. */
const CORS = { 'Access-Control-Allow-Origin': '*' }
const PREFLIGHT = {
  ...CORS,
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-Request-Id',
  'Access-Control-Max-Age': '86400',
}
const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' }

/** Serves the OAuth 2.0 provider (contract 3). Each endpoint exists with and without /v4, because clients use both. */
export function oauthRoutes(app: OpenAPIHono): void {
  describeOauth(app)
  for (const base of ['/v4/oauth', '/oauth']) {
    app.get(`${base}/authorize`, showAuthorize)
    app.all(`${base}/authorize`, (c) => methodNotAllowed(c, 'GET'))
    postOnly(app, `${base}/token`, async (c) => json(c, await answerToken(c.req.raw, socketSource(c))))
    postOnly(app, `${base}/revoke`, async (c) => {
      await answerRevocation(c.req.raw, socketSource(c))
      return json(c, {})
    })
  }
  postOnly(app, '/oauth/register', async (c) => json(c, await answerRegistration(c.req.raw, socketSource(c)), 201))
  publishMetadata(app, '/.well-known/oauth-authorization-server', describeServer)
  publishMetadata(app, '/.well-known/oauth-protected-resource', describeResource)
}

/** Validates the request, then redirects to the consent page on the dashboard's host, where the session is. */
async function showAuthorize(c: Context): Promise<Response> {
  const { search } = new URL(c.req.url)
  const headers = { ...NO_STORE, 'Referrer-Policy': 'no-referrer' }
  try {
    await readAuthorizationRequest(search, socketSource(c))
    return c.body(null, 302, { ...headers, Location: consentUrl(search) })
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return refusalPage(error.message, 429)
    if (!(error instanceof AuthorizationRefused)) throw error
    const { location, message, unreviewed } = error
    if (location === null) return refusalPage(message)
    // Anyone can register a client or create an app, so a redirect to its URL before any sign-in would make this an open redirector (RFC
    // 9700 4.11.2). Published apps were reviewed with their URLs.
    if (unreviewed) return refusalPage(message, 400, { name: unreviewed.name, location })
    return c.body(null, 302, { ...headers, Location: location })
  }
}

/** Declares an endpoint for programs, whose errors follow RFC 6749. */
function postOnly(app: OpenAPIHono, path: string, answer: (c: Context) => Promise<Response>): void {
  app.options(path, (c) => c.body(null, 204, PREFLIGHT))
  app.post(path, async (c) => {
    const headers = { ...NO_STORE, ...CORS, 'X-Request-Id': requestIdOf(c.req.header('x-request-id')) }
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    try {
      return await answer(c)
    } catch (error) {
      return errorResponse(c, error)
    }
  })
  app.all(path, (c) => methodNotAllowed(c, 'POST'))
}

function errorResponse(c: Context, error: unknown): Response {
  if (error instanceof OauthError) {
    for (const [name, value] of Object.entries(error.headers)) c.header(name, value)
    return json(c, errorBody(error.error, error.message), error.status)
  }
  if (error instanceof AppError && error.code === 'rate_limited') {
    if (error.retry_after !== undefined) c.header('Retry-After', String(error.retry_after))
    return json(c, errorBody('temporarily_unavailable', error.message), 429)
  }
  const outage = outageOf(error)
  const request_id = c.res.headers.get('x-request-id')
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  rootLogger().error({ request_id, message, stack }, 'request failed')
  if (outage) {
    c.header('Retry-After', String(outage.retry_after))
    return json(c, errorBody('temporarily_unavailable', outage.message), 503)
  }
  return json(c, errorBody('server_error', 'Internal Server Error'), 500)
}

type Status = 200 | 201 | 400 | 401 | 405 | 429 | 500 | 503
const json = (c: Context, body: object, status: Status = 200, headers: Record<string, string> = {}) =>
  c.body(JSON.stringify(body), status, { 'Content-Type': 'application/json; charset=utf-8', ...headers })

const errorBody = (error: string, error_description: string) => ({
  error,
  error_description,
  errors: [error_description],
})

const methodNotAllowed = (c: Context, allowed: string) =>
  json(c, errorBody('invalid_request', 'Method Not Allowed'), 405, { ...NO_STORE, Allow: allowed })

function publishMetadata(app: OpenAPIHono, path: string, content: () => object): void {
  app.options(path, (c) => c.body(null, 204, PREFLIGHT))
  app.get(path, (c) => json(c, content(), 200, { ...CORS, 'Cache-Control': 'public, max-age=3600' }))
}
