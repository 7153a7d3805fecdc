import { keepPreviousData } from '@tanstack/react-query'
import type { recipientFilter } from '@/components/delivery/recipient-filter'
import type { Trpc } from '@/components/page-queries'

export const broadcastQuery = (trpc: Trpc, id: number) => trpc.broadcasts.get.queryOptions({ id })

export const reportQuery = (trpc: Trpc, id: number, refetchInterval: (() => number) | false) =>
  trpc.broadcasts.report.queryOptions({ id }, { refetchInterval })

export const stagesQuery = (trpc: Trpc, id: number, refetchInterval: number | false) =>
  trpc.broadcasts.stages.queryOptions({ id }, { refetchInterval })

/** Counts every row, so it is refetched less often than the report. */
export const proofQuery = (
  trpc: Trpc,
  id: number,
  refetchInterval: (of: { state: { data?: { is_complete: boolean } | undefined } }) => number | false = () => false,
) => trpc.broadcasts.proof.queryOptions({ id }, { refetchInterval })

export const planQuery = (trpc: Trpc, id: number) => trpc.broadcasts.plan.queryOptions({ id })

export const recipientsQuery = (trpc: Trpc, id: number, filter: ReturnType<typeof recipientFilter>) =>
  trpc.broadcasts.recipients.queryOptions({ id, ...filter }, { placeholderData: keepPreviousData })
