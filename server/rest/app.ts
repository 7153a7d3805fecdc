import { timingSafeEqual } from 'node:crypto'
import { OpenAPIHono } from '@hono/zod-openapi'
import { isFault } from '../core/errors.ts'
import { rootLogger } from '../core/log.ts'
import { requestIdOf } from '../core/request-id.ts'
import { database } from '../db/client.ts'
import { UNAVAILABLE_HEADERS, unavailablePage, wantsPage } from '../lib/unavailable-page.ts'
import { errorAnswer, errorBody } from './errors.ts'
import { routeFinder } from './find-route.ts'
import { handle } from './handler.ts'
import { metricsRegistry } from './metrics.ts'
import { describeApi, register } from './openapi.ts'
import { referencePage } from './reference.ts'
import { publicRoutes, type RestSettings, routes } from './registry.ts'

const PREFLIGHT = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, X-Request-Id',
  'Access-Control-Max-Age': '86400',
}

/** A balancer waits a second or so, and is answered however busy the other connections are. */
const READY_MS = 800

/** The Hono app: /v4, its description, health. One handler, two mounts (the custom server and a Next route). */
export function restApp(settings: RestSettings): OpenAPIHono {
  const app = new OpenAPIHono()
  for (const route of routes) {
    register(app, route)
    app.on(route.method.toUpperCase(), route.path, (c) =>
      handle(route, c.req.raw, c.req.param() as Record<string, string>, settings.base_url),
    )
  }
  const { fetch } = app
  const find = routeFinder(routes)
  app.fetch = (request, ...more) => {
    const found = find(request)
    if (!found) return fetch(request, ...more)
    return handle(found.route, request, found.params, settings.base_url).catch((error: unknown) =>
      failed(error, request.headers),
    )
  }
  // Before the preflight of /v4: the page where creators consent has none.
  for (const add of publicRoutes) add(app, settings)
  app.options('/v4/*', (c) => c.body(null, 204, PREFLIGHT))
  const document = describeApi(app, settings.base_url)
  app.get('/v4/openapi.json', (c) => c.json(document, 200, { 'Access-Control-Allow-Origin': '*' }))
  referencePage(app)
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    const ready = await database().session.answers(READY_MS)
    return c.json({ status: ready ? 'ready' : 'database unreachable' }, ready ? 200 : 503)
  })
  app.get('/metrics', async (c) => {
    const refusal = refuseMetrics(settings, c.req.header('authorization'))
    if (refusal) return c.json({ errors: [refusal] }, 401, { 'WWW-Authenticate': 'Bearer realm="metrics"' })
    return c.body(await metricsRegistry().metrics(), 200, { 'Content-Type': metricsRegistry().contentType })
  })
  app.onError((error, c) => failed(error, c.req.raw.headers))
  app.notFound((c) => {
    const { pathname } = new URL(c.req.url)
    const allowed = routes.filter(({ path }) => matches(path, pathname)).map(({ method }) => method.toUpperCase())
    const known = allowed.length > 0
    return c.body(errorBody([known ? 'Method Not Allowed' : 'Not Found']), known ? 405 : 404, {
      ...(known ? { Allow: [...new Set([...allowed, 'OPTIONS'])].join(', ') } : {}),
      'Content-Type': 'application/json; charset=utf-8',
      'X-Request-Id': requestIdOf(c.req.header('x-request-id')),
    })
  })
  return app
}

/** Routes of /v4 answer their own faults: this is for pages and pixels that the app serves itself. */
function failed(error: unknown, headers: Headers): Response {
  const request_id = requestIdOf(headers.get('x-request-id'))
  if (isFault(error)) {
    const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
    rootLogger().error({ request_id, message, stack }, 'request failed')
  }
  const { status, body, headers: more } = errorAnswer(error)
  if (status === 503 && wantsPage(headers.get('accept') ?? undefined))
    return new Response(unavailablePage(), {
      status,
      headers: { ...more, ...UNAVAILABLE_HEADERS, 'X-Request-Id': request_id },
    })
  const type = 'application/json; charset=utf-8'
  return new Response(body, { status, headers: { ...more, 'Content-Type': type, 'X-Request-Id': request_id } })
}

function matches(pattern: string, path: string): boolean {
  const parts = path.split('/')
  const wanted = pattern.split('/')
  return parts.length === wanted.length && wanted.every((part, i) => part.startsWith(':') || part === parts[i])
}

/**
 * Returns why /metrics is not answered, or undefined. The address of the caller counts for nothing: behind a proxy on this machine
 * everyone calls from the loopback.
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
