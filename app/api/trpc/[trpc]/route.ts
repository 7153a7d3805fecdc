import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { dashboardContext } from '@/server/auth/dashboard-context.ts'
import { isFromOurPages } from '@/server/auth/origin.ts'
import { readCapped } from '@/server/lib/read-capped.ts'
import { appRouter } from '@/server/trpc/root.ts'

const answer = (request: Request) =>
  fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request,
    router: appRouter,
    // Questions too long for an address are asked by POST; what changes something is refused by GET all the same.
    allowMethodOverride: true,
    createContext: () => dashboardContext(request),
  })

export { answer as GET }

/** Every call that changes something is a POST, and so are long questions. */
export async function POST(request: Request): Promise<Response> {
  if (!isFromOurPages(request.headers))
    return Response.json({ errors: ['This request came from another site'] }, { status: 403 })
  const { url, method, headers } = request
  const body = await readCapped(request, MAX_CALL_BYTES)
  if (!body) return Response.json({ errors: ['This request is too large'] }, { status: 413 })
  return answer(new Request(url, { method, headers, body }))
}

/** The largest call saves a letter of a million characters. Strangers may call too: what they send is kept in memory. */
const MAX_CALL_BYTES = 8 * 2 ** 20
