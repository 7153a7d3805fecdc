import type { Trpc } from '@/components/page-queries'

/** Over which transports an email leaves. */
export const routeQuery = (trpc: Trpc, of: Parameters<Trpc['mail']['route']['queryOptions']>[0]) =>
  trpc.mail.route.queryOptions(of, { refetchInterval: 15_000 })
