import type { Trpc } from '@/components/page-queries'

export const broadcastQuery = (trpc: Trpc, id: number) => trpc.broadcasts.get.queryOptions({ id })

export const reportQuery = (trpc: Trpc, id: number, refetchInterval: (() => number) | false) =>
  trpc.broadcasts.report.queryOptions({ id }, { refetchInterval })

export const steeringQuery = (trpc: Trpc, id: number, refetchInterval: number | false) =>
  trpc.broadcasts.steering.queryOptions({ id }, { refetchInterval })
