import type { Trpc } from '@/components/page-queries'

/** Queries the transports that carry an email. */
export const routeQuery = (trpc: Trpc, of: Parameters<Trpc['mail']['route']['queryOptions']>[0]) =>
  trpc.mail.route.queryOptions(of, { refetchInterval: 15_000 })
