'use client'

import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '@/components/error-state'
import { HtmlFrame } from '@/components/html-frame'
import { useTRPC } from '@/components/trpc-provider'
import { Skeleton } from '@/components/ui/skeleton'

export function SentEmail({ id, title = 'The email as it was sent' }: { id: number; title?: string }) {
  const trpc = useTRPC()
  const preview = useQuery(trpc.broadcasts.preview.queryOptions({ id }))
  if (preview.error) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
  if (!preview.data) return <Skeleton className="h-128 w-full rounded-xl" />
  return <HtmlFrame title={title} html={preview.data.html} />
}
