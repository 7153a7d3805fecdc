'use client'

import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '@/components/error-state'
import { DetailLoading } from '@/components/loading'
import { Page } from '@/components/page-header'
import { useTRPC } from '@/components/trpc-provider'
import { SegmentEditor } from '../segment-editor'

export function EditSegment({ id }: { id: number }) {
  const trpc = useTRPC()
  const segment = useQuery(trpc.segments.get.queryOptions({ id }))
  if (segment.error) {
    return (
      <Page>
        <ErrorState as="h1" error={segment.error} onRetry={() => void segment.refetch()} />
      </Page>
    )
  }
  return segment.data ? <SegmentEditor key={segment.data.updated_at} segment={segment.data} /> : <DetailLoading />
}
