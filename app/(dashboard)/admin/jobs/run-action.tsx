import { ConfirmDialog } from '@/components/confirm-dialog'
import { RotateCcw, X } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { IconButton } from '@/components/ui/button'
import { useAction } from '@/components/use-action'

interface Run {
  id: string
  job: string
  state: 'queued' | 'active' | 'completed' | 'failed' | 'cancelled'
}

/** Retries a failed or canceled run, or cancels one that has not ended. */
export function RunAction({ run }: { run: Run }) {
  const trpc = useTRPC()
  // The state is often outdated when the button is clicked, so refetch after a refusal too.
  const retry = useAction(trpc.jobs.retry, { invalidates: trpc.jobs, evenAfterErrors: true })
  const cancel = useAction(trpc.jobs.cancel, { invalidates: trpc.jobs, evenAfterErrors: true })
  if (run.state === 'completed') return null
  const { id, job } = run
  if (run.state === 'failed' || run.state === 'cancelled')
    return (
      <ConfirmDialog
        title={`Retry ${job}?`}
        description="The run continues after the last step that succeeded."
        confirmLabel="Retry run"
        onConfirm={() => retry.run({ id })}
        trigger={<IconButton icon={RotateCcw} label={`Retry ${job}`} />}
      />
    )
  return (
    <ConfirmDialog
      title={`Cancel ${job}?`}
      description="A step that is running finishes, and no further step starts. You can retry the run later."
      confirmLabel="Cancel run"
      dismissLabel="Keep running"
      tone="destructive"
      onConfirm={() => cancel.run({ id })}
      trigger={<IconButton icon={X} label={`Cancel ${job}`} />}
    />
  )
}
