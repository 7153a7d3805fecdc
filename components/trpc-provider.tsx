'use client'

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createTRPCClient, httpBatchLink, splitLink, TRPCClientError } from '@trpc/client'
import { createTRPCContext } from '@trpc/tanstack-react-query'
import { type ReactNode, useState } from 'react'
import { toast, UNTIL_CLOSED } from '@/components/ui/sonner'
import { MAX_BATCH } from '@/server/lib/batch-limit.ts'
import type { AppRouter } from '@/server/trpc/root.ts'

/** `const trpc = useTRPC()`, then `useQuery(trpc.tags.list.queryOptions({...}))`. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>()

export function EnvoiTRPCProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient)
  const [trpcClient] = useState(() =>
    createTRPCClient<AppRouter>({
      links: [
        splitLink({
          condition: ({ type, input }) =>
            type === 'query' && encodeURIComponent(JSON.stringify(input ?? null)).length > 4_000,
          // An address has an end: a question that is longer (the columns of a wide file) goes in a body.
          true: httpBatchLink({ url: '/api/trpc', methodOverride: 'POST', maxItems: MAX_BATCH, fetch: reach }),
          false: httpBatchLink({ url: '/api/trpc', maxURLLength: 8_000, maxItems: MAX_BATCH, fetch: reach }),
        }),
      ],
    }),
  )
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  )
}

/** As `fetch`, but without a connection it fails in words of ours: those of browsers differ, and are for programmers. */
const reach: typeof fetch = (input, init) =>
  fetch(input, init).catch((cause) => {
    // Whoever breaks it off does not wait for words.
    if (init?.signal?.aborted) throw cause
    throw new Error('The server cannot be reached. Look at your connection and try again.', { cause })
  })

function makeQueryClient() {
  let answered_path: string | undefined
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { state }) => {
        if (!isLoggedOut(error)) return
        if (state.data !== undefined || answered_path === window.location.pathname) tellOnce()
        else leave()
      },
      onSuccess: () => {
        answered_path = globalThis.location?.pathname
        goOn()
      },
    }),
    mutationCache: new MutationCache({ onError: (error) => isLoggedOut(error) && tell(), onSuccess: goOn }),
    defaultOptions: {
      queries: { staleTime: 20_000, retry: (failures, error) => failures < 2 && isPassing(error) },
    },
  })
}

/** The session ended elsewhere: a password change, a log-out in another tab. */
const isLoggedOut = (error: Error) => httpStatus(error) === 401

/** On a page that shows nothing yet nothing is lost: to the log-in page and back. */
function leave() {
  const { pathname, search } = window.location
  window.location.assign(`/login?next=${encodeURIComponent(pathname + search)}`)
}

const NOTICE = 'logged-out'
let isShown = false

/** A page that asks each second does not say it each second. */
function tellOnce() {
  if (!isShown) tell()
}

/** What somebody has written or chosen is still on the page: they log in beside it and do it again. */
function tell() {
  isShown = true
  toast.warning('You are logged out', {
    id: NOTICE,
    // Above: below stand the buttons that it asks to press again.
    position: 'top-center',
    description: 'Log in in another tab, then do this again: what is on this page stays.',
    duration: UNTIL_CLOSED,
    action: { label: 'Log in', onClick: () => void window.open('/login', '_blank', 'noopener') },
  })
}

function goOn() {
  if (!isShown) return
  isShown = false
  toast.dismiss(NOTICE)
}

/** No answer or a fault of the server may pass; a refusal stays one however often it is asked. */
function isPassing(error: Error) {
  const status = httpStatus(error)
  return status === undefined || status >= 500
}

function httpStatus(error: Error) {
  return error instanceof TRPCClientError ? (error.data as { httpStatus?: number } | null)?.httpStatus : undefined
}
