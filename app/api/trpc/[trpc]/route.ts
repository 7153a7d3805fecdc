import { TRPCError } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { sessionIdOf } from '@/server/auth/cookie.ts'
import { dashboardContext } from '@/server/auth/dashboard-context.ts'
import { isFromOurPages } from '@/server/auth/origin.ts'
import { outageOf } from '@/server/db/connections/outage.ts'
import { refuseJson } from '@/server/lib/bytes/json-shape.ts'
import { readCapped } from '@/server/lib/bytes/read-capped.ts'
import { MAX_BATCH } from '@/server/lib/concurrency/batch-limit.ts'
import { checkCalls, maxBytes, tooLarge, tooLong } from '@/server/trpc/request.ts'
import { appRouter } from '@/server/trpc/root.ts'

/** `refusal` is the error of every call in the request. */
const answer = (request: Request, bytes = 0, refusal?: TRPCError) =>
  fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request,
    router: appRouter,
    // Queries too long for a URL use POST. Mutations by GET are still refused.
    allowMethodOverride: true,
    maxBatchSize: MAX_BATCH,
    createContext({ info }) {
      if (refusal) throw refusal
      checkCalls(
        info.calls.map(({ path }) => path),
        bytes,
      )
      return dashboardContext(request).catch(refuse)
    },
    responseMeta: ({ errors }) => {
      const seconds = errors.flatMap(({ cause }) => outageOf(cause)?.retry_after ?? [])
      return seconds.length > 0 ? { headers: { 'Retry-After': String(Math.max(...seconds)) } } : {}
    },
  })

/** The error occurred before any procedure ran, so their error handling did not see it. */
function refuse(error: unknown): never {
  const cause = outageOf(error)
  throw cause ? new TRPCError({ code: 'SERVICE_UNAVAILABLE', message: cause.message, cause }) : error
}

export const GET = (request: Request): Promise<Response> => answer(request)

/** All mutations and long queries are POST requests. */
export async function POST(request: Request): Promise<Response> {
  if (!isFromOurPages(request.headers))
    return Response.json({ errors: ['This request came from another site'] }, { status: 403 })
  const { url, method, headers } = request
  const max_bytes = maxBytes({ has_session: (await sessionIdOf(headers)) !== undefined })
  const body = await readCapped(request, max_bytes)
  if (!body) return answer(new Request(url, { method, headers }), 0, tooLong(max_bytes))
  const shape = await refuseJson(body)
  if (shape) return answer(new Request(url, { method, headers }), 0, tooLarge(shape))
  return answer(new Request(url, { method, headers, body }), body.byteLength)
}
