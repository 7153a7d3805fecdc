import type { Metadata } from 'next'
import { createLoader } from 'nuqs/server'
import { CURSOR, cursorOf } from '@/components/list/cursor'
import { PageData, type SearchPage } from '../page-data'
import { segmentCountQuery, segmentListQuery } from './queries'
import { SegmentList } from './segment-list'

export const metadata: Metadata = { title: 'Segments' }

const address = createLoader({ ...CURSOR })

export default async function SegmentsPage({ searchParams }: SearchPage) {
  const given = await address(searchParams)
  return (
    <PageData
      queries={({ trpc, after }) => [
        after(segmentListQuery(trpc, cursorOf(given)), ({ rows }) => rows.map(({ id }) => segmentCountQuery(trpc, id))),
      ]}
    >
      <SegmentList />
    </PageData>
  )
}
