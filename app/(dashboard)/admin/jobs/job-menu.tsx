import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { formatCount } from '@/components/format'
import { CirclePause, CirclePlay, List, Play, RotateCcw } from '@/components/generated/icons'
import { RowMenu } from '@/components/list/row-menu'
import { useTRPC } from '@/components/trpc-provider'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { JobView as Job } from '@/server/jobs/runs/job-list.ts'

type Action = 'pause' | 'resume' | 'start' | 'retry'

/** Actions for a job and all its runs. */
export function JobMenu({ job }: { job: Job }) {
  const [action, setAction] = useState<Action>()
  const dialog = { job, onClose: () => setAction(undefined) }
  return (
    <>
      <RowMenu name={job.job}>
        {job.paused_at ? (
          <DropdownMenuItem icon={CirclePlay} label="Resume" onSelect={() => setAction('resume')} />
        ) : (
          <DropdownMenuItem icon={CirclePause} label="Pause" onSelect={() => setAction('pause')} />
        )}
        {job.schedule && !job.paused_at ? (
          <DropdownMenuItem icon={Play} label="Run now" onSelect={() => setAction('start')} />
        ) : null}
        <DropdownMenuItem icon={RotateCcw} label="Retry failed runs" onSelect={() => setAction('retry')} />
        <DropdownMenuItem asChild>
          <Link href={`/admin/jobs?job=${encodeURIComponent(job.job)}`}>
            <List aria-hidden />
            View runs
          </Link>
        </DropdownMenuItem>
      </RowMenu>
      {action === 'retry' ? <RetryDialog {...dialog} /> : null}
      {action && action !== 'retry' ? <ActionDialog {...dialog} action={action} /> : null}
    </>
  )
}

interface DialogProps {
  job: Job
  onClose: () => void
}

function ActionDialog({
  job: { job, stops, schedule, waiting },
  action,
  onClose,
}: DialogProps & { action: Exclude<Action, 'retry'> }) {
  const trpc = useTRPC()
  // Refetch after a refusal too, because another administrator may have changed the job.
  const options = { invalidates: trpc.jobs, evenAfterErrors: true }
  const pause = useAction(trpc.jobs.pause, options)
  const resume = useAction(trpc.jobs.resume, options)
  const start = useAction(trpc.jobs.start, options)
  const waits = schedule ? 'Its schedule starts no runs.' : 'Its events wait, and each starts a run when you resume it.'
  const texts = {
    pause: {
      title: `Pause ${job}?`,
      description: `${stops ? `${stops} ` : ''}${waits} Runs that have started will finish.`,
      confirmLabel: 'Pause job',
      done: `${job} paused`,
      run: () => pause.run({ job, is_confirmed: true }),
    },
    resume: {
      title: `Resume ${job}?`,
      description: schedule
        ? 'It runs again on schedule. Missed runs are not repeated.'
        : waiting
          ? `${formatCount(waiting, 'run')} start now, oldest first.`
          : 'No runs are waiting.',
      confirmLabel: 'Resume job',
      done: `${job} resumed`,
      run: () => resume.run({ job }),
    },
    start: {
      title: `Run ${job} now?`,
      description: 'Starts one run in addition to the scheduled ones.',
      confirmLabel: 'Run job',
      done: `${job} started`,
      run: () => start.run({ job }),
    },
  }
  const { title, description, confirmLabel, done, run } = texts[action]
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={title}
      description={description}
      confirmLabel={confirmLabel}
      tone={action === 'pause' && stops ? 'destructive' : 'primary'}
      {...(action === 'pause' && stops ? { confirmText: job } : {})}
      onConfirm={async () => {
        await run()
        toast.success(done)
      }}
    />
  )
}

function RetryDialog({ job: { job }, onClose }: DialogProps) {
  const trpc = useTRPC()
  // While a run is open, other runs cannot be retried. It may end while the dialog is open.
  const failures = useQuery(trpc.jobs.failed.queryOptions({ job }, { staleTime: 0, refetchInterval: 5_000 }))
  const retry = useAction(trpc.jobs.retryFailed, { invalidates: trpc.jobs, evenAfterErrors: true })
  const { count = 0, is_most = false } = failures.data ?? {}
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Retry ${job}’s failed runs?`}
      description={
        failures.error
          ? failures.error.message
          : !failures.data
            ? 'Counting failed runs …'
            : count === 0
              ? 'It has no failed run that can be retried now.'
              : `${is_most ? 'The latest 1,000 failed runs' : formatCount(count, 'failed run')} continue after the last step that succeeded.`
      }
      confirmLabel={count === 0 ? 'Retry runs' : `Retry ${formatCount(count, 'run')}`}
      disabled={count === 0}
      onConfirm={async () => {
        const { retried } = await retry.run({ job })
        toast.success(`${formatCount(retried, 'run')} queued again`)
      }}
    />
  )
}
