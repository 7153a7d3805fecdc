import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createTRPCClient, httpBatchLink, splitLink } from '@trpc/client'
import { createTRPCContext } from '@trpc/tanstack-react-query'
import { type ReactNode, useState } from 'react'
import { isAnswered, noteAnswer } from '@/components/answered-path'
import { untilWhole } from '@/components/in-parts'
import { httpStatus, isPassing } from '@/components/request-error'
import { confirmLink } from '@/components/security/confirm-link'
import { toast, UNTIL_CLOSED } from '@/components/ui/sonner'
import { viewedHeaders } from '@/components/viewed-account'
import { MAX_BATCH } from '@/server/lib/concurrency/batch-limit.ts'
import type { AppRouter } from '@/server/trpc/root.ts'

/** `const trpc = useTRPC()`, then `useQuery(trpc.tags.list.queryOptions({...}))`. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>()

export function EnvoiTRPCProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient)
  const [trpcClient] = useState(() =>
    createTRPCClient<AppRouter>({
      links: [
        confirmLink,
        splitLink({
          condition: ({ type, input }) =>
            type === 'query' && encodeURIComponent(JSON.stringify(input ?? null)).length > 4_000,
          // Long queries, such as the columns of a wide file, use a body, because URL length is limited.
          true: httpBatchLink({ url: '/api/trpc', methodOverride: 'POST', ...LINK }),
          false: httpBatchLink({ url: '/api/trpc', maxURLLength: 8_000, ...LINK }),
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

/** `fetch` with our own message for connection errors. Resolves once every part of the page is hydrated. */
const reach: typeof fetch = async (input, init) => {
  try {
    return await fetch(input, init)
  } catch (cause) {
    // Aborted requests need no message.
    if (init?.signal?.aborted) throw cause
    throw new Error('Can’t reach the server. Check your connection and try again.', { cause })
  } finally {
    await untilWhole()
  }
}

const LINK = { maxItems: MAX_BATCH, fetch: reach, headers: viewedHeaders }

function makeQueryClient() {
  /**
   * Administrators' procedures do not exist without a session, so a missing record may mean that the session ended. Another query tells.
   */
  const askWhoIsThere = (error: Error) => {
    if (httpStatus(error) === 404 && globalThis.location?.pathname.startsWith('/admin'))
      void client.refetchQueries({ queryKey: [['notifications', 'unread']] })
  }
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { state }) => {
        askWhoIsThere(error)
        if (!isSignedOut(error)) return
        if (state.data !== undefined || isAnswered()) tellOnce()
        else leave()
      },
      onSuccess: () => {
        noteAnswer()
        closeNotice()
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        askWhoIsThere(error)
        if (isSignedOut(error)) tell()
      },
      onSuccess: closeNotice,
    }),
    defaultOptions: {
      // Makes requests fail visibly without a connection, instead of silently waiting for one.
      queries: {
        staleTime: 20_000,
        retry: (failures, error) => failures < 2 && isPassing(error),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}

/** The session ended elsewhere, such as by signing out in another tab. */
const isSignedOut = (error: Error) => httpStatus(error) === 401

/** Redirects to the sign-in page if no input on this page can be lost. */
function leave() {
  const { pathname, search } = window.location
  window.location.assign(`/login?next=${encodeURIComponent(pathname + search)}`)
}

const NOTICE = 'signed-out'
let isShown = false

/** Shows the notice only once, even on pages that refetch every second. */
function tellOnce() {
  if (!isShown) tell()
}

/** Keeps unsaved input: the user can sign in in another tab and retry. */
function tell() {
  isShown = true
  toast.warning('You are signed out', {
    id: NOTICE,
    // At the top, where it does not cover buttons.
    position: 'top-center',
    description: 'Sign in in another tab, then try again. This page keeps your changes.',
    duration: UNTIL_CLOSED,
    action: { label: 'Sign in', onClick: () => void window.open('/login', '_blank', 'noopener') },
  })
}

function closeNotice() {
  if (!isShown) return
  isShown = false
  toast.dismiss(NOTICE)
}
