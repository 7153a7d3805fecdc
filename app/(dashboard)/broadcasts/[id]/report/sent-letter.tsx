'use client'

import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '@/components/error-state'
import { HtmlFrame } from '@/components/html-frame'
import { useTRPC } from '@/components/trpc-provider'
import { Skeleton } from '@/components/ui/skeleton'

export function SentLetter({ id }: { id: number }) {
  const trpc = useTRPC()
  const preview = useQuery(trpc.broadcasts.preview.queryOptions({ id }))
  if (preview.error) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
  if (!preview.data) return <Skeleton className="h-128 w-full rounded-xl" />
  return <HtmlFrame title="The letter as it was sent" html={preview.data.html} />
}
