import type { Metadata } from 'next'
import { allTagsQuery, planLimitQuery } from '@/components/page-queries'
import { listPage } from '../page-data'
import {
  bulkActionsQuery,
  SUBSCRIBER_FILTERS,
  subscriberCountsQuery,
  subscriberListQuery,
  tagColorsQuery,
} from './queries'
import { SubscriberList } from './subscriber-list'

export const metadata: Metadata = { title: 'Subscribers' }

export default listPage(SubscriberList, SUBSCRIBER_FILTERS, ({ trpc, hasRole }, filters, cursor) => [
  subscriberListQuery(trpc, filters, cursor),
  subscriberCountsQuery(trpc, filters),
  planLimitQuery(trpc, hasRole('admin')),
  tagColorsQuery(trpc),
  ...(hasRole('editor') ? [bulkActionsQuery(trpc)] : []),
  ...(filters.tag ? [allTagsQuery(trpc)] : []),
])
