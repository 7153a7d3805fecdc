import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Span, type Tracing, tracing } from '../core/telemetry/tracing.ts'
import { OF_MACHINES, routeOf } from './access-log.ts'

const OF_BUILD = /^\/_next\//

/** Handles a request in a span that continues the caller's trace. Requests of monitoring and for files of the build have none. */
export function traceRequest(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
  const on = tracing()
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
  if (!on || OF_MACHINES.test(path) || OF_BUILD.test(path)) answer()
  else on.within(startSpan(on, path, request, response), answer)
}

function startSpan(on: Tracing, path: string, request: IncomingMessage, response: ServerResponse): Span {
  const method = request.method ?? 'GET'
  const route = routeOf(path)
  const span = on.start(`${method} ${route}`, {
    kind: 'server',
    from: request.headers,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'envoi.request_id': String(request.headers['x-request-id']),
    },
  })
  response.once('close', () => {
    span.set({ 'http.response.status_code': response.statusCode })
    if (response.statusCode >= 500) span.fail(undefined)
    span.end()
  })
  return span
}
