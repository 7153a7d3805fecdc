'use client'

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createTRPCClient, httpBatchLink, splitLink, TRPCClientError } from '@trpc/client'
import { createTRPCContext } from '@trpc/tanstack-react-query'
import { type ReactNode, useState } from 'react'
import { toast } from '@/components/ui/sonner'
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
          true: httpBatchLink({ url: '/api/trpc', methodOverride: 'POST' }),
          false: httpBatchLink({ url: '/api/trpc', maxURLLength: 8_000 }),
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

function makeQueryClient() {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveWhenLoggedOut }),
    mutationCache: new MutationCache({ onError: offerLogIn }),
    defaultOptions: {
      queries: { staleTime: 20_000, retry: (failures, error) => failures < 2 && isPassing(error) },
    },
  })
}

/** A session that ended elsewhere (a password change, a log-out in another tab) leads to the log-in page and back. */
function leaveWhenLoggedOut(error: Error) {
  if (httpStatus(error) !== 401) return
  const { pathname, search } = window.location
  window.location.assign(`/login?next=${encodeURIComponent(pathname + search)}`)
}

/** What somebody has written or chosen is still on the page: they log in beside it and do it again. */
function offerLogIn(error: Error) {
  if (httpStatus(error) !== 401) return
  toast.warning('You are logged out', {
    id: 'logged-out',
    // Above: below stand the buttons that it asks to press again.
    position: 'top-center',
    description: 'Log in in another tab, then do this again: what is on this page stays.',
    duration: Number.POSITIVE_INFINITY,
    action: { label: 'Log in', onClick: () => void window.open('/login', '_blank', 'noopener') },
  })
}

/** No answer or a fault of the server may pass; a refusal stays one however often it is asked. */
function isPassing(error: Error) {
  const status = httpStatus(error)
  return status === undefined || status >= 500
}

function httpStatus(error: Error) {
  return error instanceof TRPCClientError ? (error.data as { httpStatus?: number } | null)?.httpStatus : undefined
}
