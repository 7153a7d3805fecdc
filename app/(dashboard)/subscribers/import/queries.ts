import type { Trpc } from '@/components/page-queries'
import { isRunning, isUndoing } from './import-state-badge'

export const recentImportsQuery = (trpc: Trpc, after: number | null) =>
  trpc.imports.list.queryOptions(
    { after: after ?? undefined },
    {
      refetchInterval: ({ state }) =>
        state.data?.imports.some((one) => isRunning(one.state) || isUndoing(one.undo)) ? 2_000 : false,
    },
  )
