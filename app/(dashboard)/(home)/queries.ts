import { keepPreviousData } from '@tanstack/react-query'
import { type inferParserType, parseAsNumberLiteral } from 'nuqs/server'
import type { Trpc } from '@/components/page-queries'

export const RANGES = [7, 30, 90, 365] as const

export const HOME_RANGE = { days: parseAsNumberLiteral(RANGES).withDefault(30) }

export const overviewQuery = (trpc: Trpc, { days }: inferParserType<typeof HOME_RANGE>) =>
  trpc.analytics.overview.queryOptions({ days }, { placeholderData: keepPreviousData })

/** Open problems, and the setup steps of a new account. */
export const homeQuery = (trpc: Trpc) => trpc.home.get.queryOptions()

export const lastBroadcastsQuery = (trpc: Trpc) => trpc.broadcasts.list.queryOptions({ per_page: 5 })
