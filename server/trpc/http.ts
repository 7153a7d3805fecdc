import { TRPCError } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { sessionIdOf } from '../auth/cookie.ts'
import { type DashboardContext, dashboardContext } from '../auth/dashboard-context.ts'
import { isFromOurPages } from '../auth/origin.ts'
import { AppError, joinMessages } from '../core/errors.ts'
import { accountKey, LONG, readInTurn } from '../core/texts/long-texts.ts'
import { outageOf } from '../db/connections/outage.ts'
import { refuseJson } from '../lib/bytes/json-shape.ts'
import { readCapped } from '../lib/bytes/read-capped.ts'
import { MAX_BATCH } from '../lib/concurrency/batch-limit.ts'
import { CODES } from './init.ts'
import { checkCalls, maxBytes, tooLarge, tooLong } from './request.ts'
import { appRouter } from './root.ts'

interface Given {
  bytes?: number
  context?: () => Promise<DashboardContext>
  /** Error of every call in the request. */
  refusal?: TRPCError
}

const answer = (request: Request, { bytes = 0, context = contextOf(request), refusal }: Given = {}) =>
  fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request,
    router: appRouter,
    // Queries that are too long for a URL use POST. Mutations by GET are still refused.
    allowMethodOverride: true,
    maxBatchSize: MAX_BATCH,
    createContext({ info }) {
      if (refusal) throw refusal
      checkCalls(
        info.calls.map(({ path }) => path),
        bytes,
      )
      return context()
    },
    responseMeta: ({ errors }) => {
      const seconds = errors.flatMap(({ cause }) => outageOf(cause)?.retry_after ?? [])
      return seconds.length > 0 ? { headers: { 'Retry-After': String(Math.max(...seconds)) } } : {}
    },
  })

/** Loads the caller's context when it is first needed. */
function contextOf(request: Request): () => Promise<DashboardContext> {
  let context: Promise<DashboardContext> | undefined
  return () => {
    context ??= dashboardContext(request).catch(refuse)
    return context
  }
}

/** The error occurred before any procedure ran, so their error handling does not apply. */
function refuse(error: unknown): never {
  const cause = outageOf(error)
  throw cause
    ? new TRPCError({ code: 'SERVICE_UNAVAILABLE', message: cause.message, cause })
    : new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: error })
}

export const answerQuery = (request: Request): Promise<Response> => answer(request)

/** Handles POST requests, which are all mutations and long queries. */
export async function answerPost(request: Request): Promise<Response> {
  if (!isFromOurPages(request.headers))
    return Response.json({ errors: ['This request came from another site'] }, { status: 403 })
  const { url, method, headers } = request
  const context = contextOf(request)
  const body = await readBody(request, context).catch(asRefusal)
  if (body instanceof TRPCError) return answer(new Request(url, { method, headers }), { refusal: body })
  return answer(new Request(url, { method, headers, body }), { bytes: body.byteLength, context })
}

/** Throws TRPCError. Long bodies are read in turns, by the open account, or by the user without one. */
async function readBody(request: Request, context: () => Promise<DashboardContext>): Promise<Buffer<ArrayBuffer>> {
  const { headers } = request
  let has_session = (await sessionIdOf(headers)) !== undefined
  let key: string | undefined
  if (has_session && !(Number(headers.get('content-length')) <= LONG)) {
    const { user, account } = await context()
    has_session = user !== null
    if (user) key = account ? accountKey(account.account_id) : `user:${user.id}`
  }
  const max_bytes = maxBytes({ has_session })
  const body = await (key ? readInTurn(request, max_bytes, key) : readCapped(request, max_bytes))
  if (!body) throw tooLong(max_bytes)
  const shape = await refuseJson(body)
  if (shape) throw tooLarge(shape)
  return body
}

function asRefusal(error: unknown): TRPCError {
  if (error instanceof TRPCError) return error
  if (!(error instanceof AppError)) throw error
  return new TRPCError({ code: CODES[error.code], message: joinMessages(error.messages), cause: error })
}
