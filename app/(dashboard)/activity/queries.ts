import { parseAsInteger } from 'nuqs/server'
import type { Trpc } from '@/components/page-queries'
import type { Export } from '@/server/modules/exports/schema.ts'
import { isRunning as isWorking } from './bulk-status'

/** Each list starts after the row with this ID. */
export const BEGINS = { export: parseAsInteger, after: parseAsInteger, bulk: parseAsInteger }

const WORKING_MS = 1_000
/** Apps can start requests at any time, so the list refreshes even while nothing runs. */
const RESTING_MS = 5_000

export const isRunning = ({ state }: Export) => state === 'queued' || state === 'running'

export const exportsQuery = (trpc: Trpc, after: number | null) =>
  trpc.exports.list.queryOptions(
    { after: after ?? undefined },
    { refetchInterval: ({ state }) => (state.data?.exports.some(isRunning) ? WORKING_MS : false) },
  )

export const bulkRequestsQuery = (trpc: Trpc, after: number | null) =>
  trpc.bulk_requests.list.queryOptions(
    { after: after ?? undefined },
    {
      refetchInterval: ({ state }) =>
        state.data?.requests.some(isWorking) ? WORKING_MS : after === null ? RESTING_MS : false,
    },
  )
