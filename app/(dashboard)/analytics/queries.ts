import { keepPreviousData } from '@tanstack/react-query'
import {
  type inferParserType,
  parseAsBoolean,
  parseAsNumberLiteral,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server'
import type { Trpc } from '@/components/page-queries'

export const TABS = ['growth', 'engagement', 'cohorts', 'deliverability', 'content', 'revenue'] as const
export const RANGES = [7, 30, 90, 365] as const

/** Query parameters of the page: tab, period, and comparison with the previous period. */
export const ADDRESS = {
  tab: parseAsStringLiteral(TABS).withDefault('growth'),
  days: parseAsNumberLiteral(RANGES).withDefault(30),
  from: parseAsString,
  to: parseAsString,
  compare: parseAsBoolean.withDefault(true),
}
export type Address = inferParserType<typeof ADDRESS>
export type Range = Pick<Address, 'days' | 'from' | 'to' | 'compare'>

const rangeOf = ({ days, from, to, compare }: Range) => ({
  days,
  compare,
  ...(from !== null && to !== null ? { from, to } : {}),
})

interface Counted {
  is_counting?: boolean
  range?: { is_counting: boolean }
}

/** Refetches until everything is counted. */
const refetchInterval = ({ state: { data } }: { state: { data: Counted | undefined } }) =>
  data?.is_counting || data?.range?.is_counting ? 5_000 : (false as const)

const options = { placeholderData: keepPreviousData, refetchInterval }

export const growthQuery = (trpc: Trpc, address: Address) =>
  trpc.analytics.growth.queryOptions(rangeOf(address), options)
export const engagementQuery = (trpc: Trpc, address: Address) =>
  trpc.analytics.engagement.queryOptions(rangeOf(address), options)
export const cohortsQuery = (trpc: Trpc) => trpc.analytics.cohorts.queryOptions(undefined, { refetchInterval })
export const deliverabilityQuery = (trpc: Trpc, address: Address) =>
  trpc.analytics.deliverability.queryOptions(rangeOf(address), options)
export const contentQuery = (trpc: Trpc, address: Address) =>
  trpc.analytics.content.queryOptions(rangeOf(address), options)
export const revenueQuery = (trpc: Trpc, address: Range) =>
  trpc.analytics.revenue.queryOptions(rangeOf(address), options)

/** First query of each tab. */
export const reportQueries = {
  growth: growthQuery,
  engagement: engagementQuery,
  cohorts: cohortsQuery,
  deliverability: deliverabilityQuery,
  content: contentQuery,
  revenue: revenueQuery,
}
