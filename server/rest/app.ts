import { timingSafeEqual } from 'node:crypto'
import { OpenAPIHono } from '@hono/zod-openapi'
import { isFault } from '../core/errors.ts'
import { rootLogger } from '../core/log.ts'
import { requestIdOf } from '../core/request-id.ts'
import { database } from '../db/client.ts'
import { takesWrites } from '../db/connections/outage.ts'
import { UNAVAILABLE_HEADERS, unavailablePage, wantsPage } from '../lib/page/unavailable-page.ts'
import { documentationUrl } from './docs/help.ts'
import { describeApi } from './docs/openapi.ts'
import { referencePage } from './docs/reference.ts'
import { type Answer, errorAnswer, errorBody } from './errors.ts'
import { handle } from './handler.ts'
import { assistantRoutes } from './mcp/http.ts'
import { metricsRegistry } from './metrics.ts'
import { type DomainBindings, domainApp, protocolRoutes, publicRoutes, type RestSettings, routes } from './registry.ts'
import { fetchRequest } from './request/api-request.ts'
import { pathOf, routeFinder } from './request/find-route.ts'
import { type NodeListener, nodeListener } from './request/node-listener.ts'
import { unknownOperation } from './request/unknown-operation.ts'
import type { Route } from './route.ts'

const PREFLIGHT = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, X-Request-Id',
  'Access-Control-Max-Age': '86400',
}

/** The Hono app, a faster listener for most requests to our own server, and the handler for a creator's domain. */
export type RestApp = OpenAPIHono & {
  answerNode?: NodeListener
  answerDomain?: (request: Request, bindings: DomainBindings) => Response | Promise<Response>
}

/** Returns the Hono app: /v4, its description, health. Mounted in our own server and in a route of Next. */
export function restApp(settings: RestSettings): RestApp {
  const { base_url, ready_ms = 800 } = settings
  const app: RestApp = new OpenAPIHono()
  const answer = async (route: Route, request: Request, params: Record<string, string>) =>
    responseOf(await handle(route, fetchRequest(route, request), params, base_url))
  const served = [...routes, ...protocolRoutes]
  for (const route of served)
    app.on(route.method.toUpperCase(), route.path, (c) =>
      answer(route, c.req.raw, c.req.param() as Record<string, string>),
    )
  const domains = domainApp()
  domains.onError((error, c) => failed(error, c.req.raw.headers))
  app.answerDomain = (request, bindings) => domains.fetch(request, bindings)
  const { fetch } = app
  const find = routeFinder(served)
  app.answerNode = nodeListener(find, { base_url, onFault: failure })
  app.fetch = (request, ...more) => {
    const found = find(request.method, pathOf(request.url))
    if (!found) return fetch(request, ...more)
    return answer(found.route, request, found.params).catch((error: unknown) => failed(error, request.headers))
  }
  // Added before the preflight of /v4, which the consent page must not have.
  for (const add of publicRoutes) add(app, settings)
  app.options('/v4/*', (c) => c.body(null, 204, PREFLIGHT))
  let document: ReturnType<typeof describeApi> | undefined
  app.get('/v4/openapi.json', (c) => {
    // Only now, because its schemas take a tenth of the memory and of the computation of a start.
    document ??= describeApi(app, routes, settings.base_url)
    return c.json(document, 200, { 'Access-Control-Allow-Origin': '*' })
  })
  referencePage(app)
  assistantRoutes(app, settings)
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    const { session, pool } = database()
    // Answered however busy the other connections are.
    if (!(await session.answers(ready_ms))) return c.json({ status: 'database unreachable' }, 503)
    // Reads still work, so requests that only read may come to this process.
    if (!(await takesWrites(pool, ready_ms))) return c.json({ status: 'database cannot write' }, 503)
    return c.json({ status: 'ready' }, 200)
  })
  app.get('/metrics', async (c) => {
    const refusal = refuseMetrics(settings, c.req.header('authorization'))
    if (refusal) return c.json({ errors: [refusal] }, 401, { 'WWW-Authenticate': 'Bearer realm="metrics"' })
    return c.body(await metricsRegistry().metrics(), 200, { 'Content-Type': metricsRegistry().contentType })
  })
  app.onError((error, c) => failed(error, c.req.raw.headers))
  app.notFound((c) => {
    const { pathname } = new URL(c.req.url)
    const { status, errors, allow } = unknownOperation(served, pathname)
    return c.body(errorBody(errors, documentationUrl(base_url, status)), status, {
      ...(allow ? { Allow: allow } : {}),
      'Content-Type': 'application/json; charset=utf-8',
      'X-Request-Id': requestIdOf(c.req.header('x-request-id')),
    })
  })
  return app
}

/** For pages and pixels of the app. Routes of /v4 handle their own errors. */
const failed = (error: unknown, headers: Headers) => responseOf(failure(error, (name) => headers.get(name)))

const responseOf = ({ status, body, headers }: Answer) => new Response(body, { status, headers })

function failure(error: unknown, header: (name: string) => string | null): Answer {
  const request_id = requestIdOf(header('x-request-id'))
  if (isFault(error)) {
    const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
    rootLogger().error({ request_id, message, stack }, 'request failed')
  }
  const { status, body, headers: more } = errorAnswer(error)
  if (status === 503 && wantsPage(header('accept') ?? undefined))
    return { status, body: unavailablePage(), headers: { ...more, ...UNAVAILABLE_HEADERS, 'X-Request-Id': request_id } }
  const type = 'application/json; charset=utf-8'
  return { status, body, headers: { ...more, 'Content-Type': type, 'X-Request-Id': request_id } }
}

/**
 * Returns why /metrics is refused, or undefined. Ignores the client address, because behind a proxy on this machine every request comes
 * from the loopback address.
 */
function refuseMetrics({ metrics_token, metrics_public }: RestSettings, authorization = ''): string | undefined {
  if (metrics_public) return undefined
  if (!metrics_token)
    return 'Metrics are off. Set METRICS_TOKEN and send it as a bearer token, or set METRICS_PUBLIC=on.'
  const given = Buffer.from(authorization)
  const wanted = Buffer.from(`Bearer ${metrics_token}`)
  const matches = given.length === wanted.length && timingSafeEqual(given, wanted)
  return matches ? undefined : 'Send METRICS_TOKEN as a bearer token.'
}
