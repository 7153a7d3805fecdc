import { parseAsInteger } from 'nuqs/server'
import type { Trpc } from '@/components/page-queries'
import { isRunning, isUndoing } from './import-state-badge'

/** The list starts after the import with this ID. */
export const BEGIN = { after: parseAsInteger }

export const recentImportsQuery = (trpc: Trpc, after: number | null) =>
  trpc.imports.list.queryOptions(
    { after: after ?? undefined },
    {
      refetchInterval: ({ state }) =>
        state.data?.imports.some((one) => isRunning(one.state) || isUndoing(one.undo)) ? 2_000 : false,
    },
  )
