import type { Metadata } from 'next'
import { createLoader } from 'nuqs/server'
import { CURSOR, cursorOf } from '@/components/list/cursor'
import { allTagsQuery, planLimitQuery } from '@/components/page-queries'
import { PageData, type SearchPage } from '../page-data'
import {
  bulkActionsQuery,
  SUBSCRIBER_FILTERS,
  subscriberCountsQuery,
  subscriberListQuery,
  tagColorsQuery,
} from './queries'
import { SubscriberList } from './subscriber-list'

export const metadata: Metadata = { title: 'Subscribers' }

const address = createLoader({ ...CURSOR, ...SUBSCRIBER_FILTERS })

export default async function SubscribersPage({ searchParams }: SearchPage) {
  const given = await address(searchParams)
  return (
    <PageData
      queries={({ trpc, hasRole }) => [
        subscriberListQuery(trpc, given, cursorOf(given)),
        subscriberCountsQuery(trpc, given),
        planLimitQuery(trpc, hasRole('admin')),
        tagColorsQuery(trpc),
        ...(hasRole('editor') ? [bulkActionsQuery(trpc)] : []),
        ...(given.tag ? [allTagsQuery(trpc)] : []),
      ]}
    >
      <SubscriberList />
    </PageData>
  )
}
