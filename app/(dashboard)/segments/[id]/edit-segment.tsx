'use client'

import { useQuery } from '@tanstack/react-query'
import { DetailLoading } from '@/components/loading'
import { PageError } from '@/components/page-error'
import { useTRPC } from '@/components/trpc-provider'
import { SegmentEditor } from '../segment-editor'

export function EditSegment({ id }: { id: number }) {
  const trpc = useTRPC()
  const segment = useQuery(trpc.segments.get.queryOptions({ id }))
  if (segment.error) return <PageError query={segment} />
  return segment.data ? <SegmentEditor key={segment.data.updated_at} segment={segment.data} /> : <DetailLoading />
}
