'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { formatCount } from '@/components/format'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { listText } from '@/server/lib/locale/formats.ts'

const REFETCH_MS = 60_000
const NAMED = 5

/** Says which background jobs are paused. Shows nothing when none is. */
export function PausedJobs() {
  const trpc = useTRPC()
  const { data: paused = [] } = useQuery(trpc.jobs.paused.queryOptions(undefined, { refetchInterval: REFETCH_MS }))
  if (paused.length === 0) return null
  const waiting = paused.reduce((sum, job) => sum + job.waiting, 0)
  const names = paused.slice(0, NAMED).map(({ job }) => job)
  return (
    <Alert
      tone="warning"
      title={
        paused.length === 1
          ? 'A background job is paused'
          : `${formatCount(paused.length, 'background job')} are paused`
      }
      actions={
        <Button asChild variant="outline" size="sm">
          <Link href="/admin/jobs?view=jobs">View jobs</Link>
        </Button>
      }
    >
      {listText(names)}
      {paused.length > NAMED ? ' and others' : ''}. {waiting > 0 ? `${formatCount(waiting, 'run')} waiting.` : null}
    </Alert>
  )
}
