import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { AppError } from '../core/errors.ts'
import { rootLogger } from '../core/log.ts'
import { requestIdOf } from '../core/request-id.ts'
import { database } from '../db/client.ts'
import { errorAnswer, errorBody } from './errors.ts'
import { handle } from './handler.ts'
import { metricsRegistry } from './metrics.ts'
import { describeApi, register } from './openapi.ts'
import { referencePage } from './reference.ts'
import { publicRoutes, routes } from './registry.ts'

export interface RestSettings {
  base_url: string
  metrics_token: string | undefined
}

const PREFLIGHT = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, X-Request-Id',
  'Access-Control-Max-Age': '86400',
}

/** The Hono app: /v4, its description, health. One handler, two mounts (the custom server and a Next route). */
export function restApp(settings: RestSettings): OpenAPIHono {
  const app = new OpenAPIHono()
  for (const route of routes) {
    register(app, route)
    app.on(route.method.toUpperCase(), route.path, (c) =>
      handle(route, c.req.raw, c.req.param() as Record<string, string>, settings.base_url),
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
    const ready = await database()
      .pool.query('select 1')
      .then(
        () => true,
        () => false,
      )
    return c.json({ status: ready ? 'ready' : 'database unreachable' }, ready ? 200 : 503)
  })
  app.get('/metrics', async (c) => {
    if (!mayReadMetrics(settings.metrics_token, c)) return c.json({ errors: ['Not Found'] }, 404)
    return c.body(await metricsRegistry().metrics(), 200, { 'Content-Type': metricsRegistry().contentType })
  })
  // Routes of /v4 answer their own faults: this is for pages and pixels that the app serves itself.
  app.onError((error, c) => {
    const request_id = requestIdOf(c.req.header('x-request-id'))
    if (!(error instanceof AppError)) {
      rootLogger().error({ request_id, message: error.message, stack: error.stack }, 'request failed')
    }
    const { status, body, headers } = errorAnswer(error)
    const type = 'application/json; charset=utf-8'
    return new Response(body, { status, headers: { ...headers, 'Content-Type': type, 'X-Request-Id': request_id } })
  })
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

function matches(pattern: string, path: string): boolean {
  const parts = path.split('/')
  const wanted = pattern.split('/')
  return parts.length === wanted.length && wanted.every((part, i) => part.startsWith(':') || part === parts[i])
}

/** Metrics are not public: with METRICS_TOKEN they need it as a bearer token, without it they answer this machine only. */
function mayReadMetrics(token: string | undefined, c: Context): boolean {
  if (!token) return isLocal(c)
  const given = Buffer.from(c.req.header('authorization') ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** A direct caller on the loopback; a proxy on this machine says so by its headers and is none. */
function isLocal(c: Context): boolean {
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage }
  const address = incoming?.socket.remoteAddress
  const forwarded = c.req.header('x-forwarded-for') ?? c.req.header('forwarded')
  return !forwarded && (address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1')
}
