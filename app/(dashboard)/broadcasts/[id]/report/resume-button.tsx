import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '@/components/action-dialog'
import { errorText } from '@/components/error-text'
import { Play } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import { recipientsText } from '../recipients-text'
import { Review } from '../review'

interface ResumeButtonProps {
  id: number
  size?: 'sm'
  /** Saves typed changes. */
  flush?: () => Promise<void>
  onResumed?: () => void
}

/** Reviews the email again, then resumes sending with its current content. */
export function ResumeButton({ id, size, flush, onResumed }: ResumeButtonProps) {
  const trpc = useTRPC()
  const [open, setOpen] = useState(false)
  const checklist = useQuery(trpc.broadcasts.checklist.queryOptions({ id }, { enabled: open, staleTime: 0, gcTime: 0 }))
  const resume = useAction(trpc.broadcasts.resume, {
    invalidates: trpc.broadcasts,
    done: 'Sending resumed',
    onDone: () => {
      setOpen(false)
      onResumed?.()
    },
    showsError: true,
  })
  async function show() {
    resume.reset()
    try {
      await flush?.()
      setOpen(true)
    } catch (error) {
      toast.error(`Your latest changes are not saved: ${errorText(error)}`)
    }
  }
  return (
    <>
      <Button size={size} onClick={() => void show()}>
        <Play aria-hidden /> Resume sending
      </Button>
      <ActionDialog
        title="Resume sending"
        description="Sends the current version to subscribers who have not received it yet."
        open={open}
        onClose={() => setOpen(false)}
        dismissLabel="Not now"
        pending={resume.isPending}
        disabled={!checklist.data?.ready}
        confirmLabel={
          <>Send to {recipientsText(checklist.data?.audience_count ?? 0, checklist.data?.is_exact ?? true)}</>
        }
        onConfirm={() => resume.start({ id })}
      >
        {checklist.error ? (
          <Alert role="alert" tone="danger" title={checklist.error.message} />
        ) : (
          <Review id={id} checklist={checklist.data} />
        )}
        {resume.error ? <Alert role="alert" tone="danger" title={resume.error.message} /> : null}
      </ActionDialog>
    </>
  )
}
