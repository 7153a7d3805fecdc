import type { IncomingMessage, ServerResponse } from 'node:http'
import { rootLogger } from '../core/log.ts'
import type { RequestScope } from '../core/telemetry/request-scope.ts'

/** /v4 and tRPC log each call with its route. Requests for files of the build are not worth a line. */
const LOGGED_ELSEWHERE = /^\/(v4(?!\/oauth\/)|api\/trpc|_next)(\/|$)/
export const OF_MACHINES = /^\/(healthz|readyz|metrics)$/

/** One line for each answer to a browser or an inbox, once it is out. `scope` has the account by then, if there is one. */
export function logAnswer(request: IncomingMessage, response: ServerResponse, scope: RequestScope): void {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
  if (LOGGED_ELSEWHERE.test(path)) return
  const started = performance.now()
  response.once('close', () => {
    const line = {
      ...scope,
      method: request.method,
      route: routeOf(path),
      status: response.statusCode,
      ms: Math.round(performance.now() - started),
      ...(response.writableFinished ? {} : { cut_off: true }),
    }
    if (OF_MACHINES.test(path)) rootLogger().debug(line)
    else rootLogger().info(line)
  })
}

/**
 * Returns a path without what must not be in a log. URLs contain tokens that reset passwords and unsubscribe, so only segments that
 * look like words stay.
 */
export function routeOf(path: string): string {
  const parts = path.split('/').slice(0, 8)
  return parts.map((part) => (/^[a-z-]{0,24}$/.test(part) ? part : /^\d{1,19}$/.test(part) ? ':id' : ':any')).join('/')
}
