import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { logAnswer } from './access-log.ts'
import { notePeer } from './auth/source.ts'
import { requestIdOf } from './core/request-id.ts'
import type { ProxyWatch } from './modules/proxies/service.ts'

/** One server: what the Hono app knows goes straight to it, everything else to Next. */
export function createHttp(rest: OpenAPIHono, pages: RequestListener, watchProxy: ProxyWatch = () => {}): Server {
  const api = getRequestListener(rest.fetch)
  const isApi = matcher(rest)
  const server = createServer((request, response) => {
    // While the server drains, a kept-alive connection must not bring another request.
    if (!server.listening) response.setHeader('Connection', 'close')
    notePeer(request)
    watchProxy(request.socket.remoteAddress, request.headers['x-forwarded-for'] as string | undefined)
    // Pages have the name from their request, and every answer bears it; what /v4 says itself goes before this.
    const request_id = requestIdOf(String(request.headers['x-request-id'] ?? ''))
    request.headers['x-request-id'] = request_id
    response.setHeader('X-Request-Id', request_id)
    logAnswer(request, response)
    return isApi(request) ? api(request, response) : pages(request, response)
  })
  // Longer than proxies keep theirs, so that it is never this side that closes under a request.
  server.keepAliveTimeout = 75_000
  return server
}

/** Takes no new connection, lets running requests end, and cuts what is left after `grace_ms`. */
export async function drain(server: Server, grace_ms: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  const deadline = Date.now() + grace_ms
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await Promise.race([closed, delay(Math.max(0, deadline - Date.now()), undefined, { ref: false })])
  clearInterval(sweep)
  server.closeAllConnections()
}

function matcher(rest: OpenAPIHono): (request: IncomingMessage) => boolean {
  const fixed = rest.routes.map(({ path }) => path.split(/\/?[:*{]/, 1)[0] ?? '').filter((path) => path !== '')
  const prefixes = [...new Set(['/v4', '/.well-known', ...fixed.filter((path) => !path.startsWith('/v4/'))])]
  return ({ url = '/' }) =>
    prefixes.some(
      (prefix) => url.startsWith(prefix) && (url.length === prefix.length || '/?'.includes(url[prefix.length] ?? '')),
    )
}
