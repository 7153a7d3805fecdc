import { useQuery } from '@tanstack/react-query'
import { formatCount } from '@/components/format'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { listText } from '@/server/lib/locale/formats.ts'

const REFETCH_MS = 60_000
const NAMED = 5

/** Lists paused background jobs. Renders nothing without any. */
export function PausedJobs() {
  const trpc = useTRPC()
  const { data: pausedJobs = [] } = useQuery(trpc.jobs.paused.queryOptions(undefined, { refetchInterval: REFETCH_MS }))
  if (pausedJobs.length === 0) return null
  const waiting = pausedJobs.reduce((sum, job) => sum + job.waiting, 0)
  const names = pausedJobs.slice(0, NAMED).map(({ job }) => job)
  return (
    <Alert
      tone="warning"
      title={
        pausedJobs.length === 1
          ? 'A background job is paused'
          : `${formatCount(pausedJobs.length, 'background job')} are paused`
      }
      action={{ href: '/admin/jobs?view=jobs', label: 'View jobs' }}
    >
      {listText(names)}
      {pausedJobs.length > NAMED ? ' and others' : ''}. {waiting > 0 ? `${formatCount(waiting, 'run')} waiting.` : null}
    </Alert>
  )
}
