import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PageData } from '../../page-data'
import { fieldQueries, segmentPreviewQuery } from '../queries'
import { EditSegment } from './edit-segment'

export const metadata: Metadata = { title: 'Segment' }

export default async function SegmentPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^\d{1,9}$/.test(id)) notFound()
  return (
    <PageData
      queries={({ trpc, after }) => [
        after(trpc.segments.get.queryOptions({ id: Number(id) }), ({ definition }) => [
          ...fieldQueries(trpc, definition),
          segmentPreviewQuery(trpc, definition),
        ]),
        trpc.segments.sizes.queryOptions({ id: Number(id) }),
      ]}
    >
      <EditSegment id={Number(id)} />
    </PageData>
  )
}
