import { keepPreviousData } from '@tanstack/react-query'
import type { Trpc } from '@/components/page-queries'
import type { ChosenDeliveries } from './delivery-filters'

/** Days in the chart of attempts. */
export const DAYS = 3

export const hoursQuery = (trpc: Trpc, endpoint_id: number) =>
  trpc.webhooks.hours.queryOptions({ endpoint_id, days: DAYS }, { refetchInterval: 60_000 })

export const PER_PAGE = 25

/** An endpoint's deliveries before the given one, newest first. The first page is refetched every second. */
export const deliveriesQuery = (trpc: Trpc, endpoint_id: number, chosen: ChosenDeliveries, before?: number) =>
  trpc.webhooks.deliveries.queryOptions(
    { endpoint_id, ...chosen, before, limit: PER_PAGE },
    { placeholderData: keepPreviousData, refetchInterval: before === undefined ? 1_000 : false },
  )
