import type { IncomingMessage, ServerResponse } from 'node:http'
import { rootLogger } from '../core/log.ts'
import type { RequestScope } from '../core/telemetry/request-scope.ts'

/** /v4 and tRPC log each call with its route. Requests for files of the build are not logged. */
const LOGGED_ELSEWHERE = /^\/(v4(?!\/oauth\/)|api\/trpc|_next)(\/|$)/
export const OF_MACHINES = /^\/(healthz|readyz|metrics)$/

/** Logs each response to a browser or an inbox, once it is sent. By then, `scope` has the account, if there is one. */
export function logAnswer(request: IncomingMessage, response: ServerResponse, scope: RequestScope): void {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
  if (LOGGED_ELSEWHERE.test(path)) return
  const started_at = performance.now()
  response.once('close', () => {
    const line = {
      ...scope,
      method: request.method,
      route: routeOf(path),
      status: response.statusCode,
      ms: Math.round(performance.now() - started_at),
      ...(response.writableFinished ? {} : { cut_off: true }),
    }
    if (OF_MACHINES.test(path)) rootLogger().debug(line)
    else rootLogger().info(line)
  })
}

/**
 * Returns a path without secrets, for the log. URLs contain tokens for resetting passwords and unsubscribing, so only segments that look like
 * words are kept.
 */
export function routeOf(path: string): string {
  const parts = path.split('/').slice(0, 8)
  return parts.map((part) => (/^[a-z-]{0,24}$/.test(part) ? part : /^\d{1,19}$/.test(part) ? ':id' : ':any')).join('/')
}
