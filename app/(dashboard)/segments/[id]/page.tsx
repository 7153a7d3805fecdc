import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { EditSegment } from './edit-segment'

export const metadata: Metadata = { title: 'Segment' }

export default async function SegmentPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^\d{1,9}$/.test(id)) notFound()
  return <EditSegment id={Number(id)} />
}
