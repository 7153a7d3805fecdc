'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { ErrorState } from '@/components/error-state'
import { DetailLoading } from '@/components/loading'
import { Page } from '@/components/page-header'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Composer } from './composer/composer'
import { Report } from './report/report'

/** A letter that is still being written, or what became of it. */
export function Broadcast({ id }: { id: number }) {
  const trpc = useTRPC()
  const broadcast = useQuery(trpc.broadcasts.get.queryOptions({ id }))
  if (broadcast.error) {
    return (
      <Page>
        <ErrorState
          as="h1"
          title="This broadcast could not be opened"
          error={broadcast.error}
          onRetry={() => void broadcast.refetch()}
          actions={
            <Button asChild variant="outline">
              <Link href="/broadcasts">All broadcasts</Link>
            </Button>
          }
        />
      </Page>
    )
  }
  if (!broadcast.data) return <DetailLoading />
  const { status } = broadcast.data
  return status === 'draft' || status === 'scheduled' ? (
    <Composer key={id} broadcast={broadcast.data} />
  ) : (
    <Report id={id} broadcast={broadcast.data} />
  )
}
