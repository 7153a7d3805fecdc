import type { Metadata } from 'next'
import { createLoader } from 'nuqs/server'
import { CURSOR, cursorOf } from '@/components/list/cursor'
import { countedAtQuery } from '@/components/page-queries'
import { PageData, type SearchPage } from '../page-data'
import { mergesQuery, tagFilters, tagListQuery } from './queries'
import { TagList } from './tag-list'

export const metadata: Metadata = { title: 'Tags' }

const address = createLoader({ ...CURSOR, ...tagFilters })

export default async function TagsPage({ searchParams }: SearchPage) {
  const given = await address(searchParams)
  return (
    <PageData
      queries={({ trpc }) => [tagListQuery(trpc, given, cursorOf(given)), mergesQuery(trpc), countedAtQuery(trpc)]}
    >
      <TagList />
    </PageData>
  )
}
