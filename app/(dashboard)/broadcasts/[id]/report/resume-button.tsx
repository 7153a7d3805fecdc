'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '@/components/error-text'
import { Play } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { toast } from '@/components/ui/sonner'
import { recipientsText } from '../recipients-text'
import { Review } from '../review'

interface ResumeButtonProps {
  id: number
  size?: 'sm'
  /** Stores what was typed. */
  flush?: () => Promise<void>
  onResumed?: () => void
}

/** Reviews the email again, then resumes sending with its current content. */
export function ResumeButton({ id, size, flush, onResumed }: ResumeButtonProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const [problem, setProblem] = useState<string>()
  const checklist = useQuery(trpc.broadcasts.checklist.queryOptions({ id }, { enabled: open, staleTime: 0, gcTime: 0 }))
  const resume = useMutation(
    trpc.broadcasts.resume.mutationOptions({
      onSuccess: async () => {
        await client.invalidateQueries(trpc.broadcasts.pathFilter())
        toast.success('Sending resumed')
        setOpen(false)
        onResumed?.()
      },
      onError: (error) => setProblem(error.message),
    }),
  )
  async function show() {
    setProblem(undefined)
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
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogContent
          title="Resume sending"
          description="Sends the current version to subscribers who have not received it yet."
        >
          {checklist.error ? (
            <Alert role="alert" tone="danger" title={checklist.error.message} />
          ) : (
            <Review id={id} checklist={checklist.data} />
          )}
          {problem ? <Alert role="alert" tone="danger" title={problem} /> : null}
          <DialogFooter>
            <Button variant="outline" onClick={() => setOpen(false)}>
              Not now
            </Button>
            <Button pending={resume.isPending} disabled={!checklist.data?.ready} onClick={() => resume.mutate({ id })}>
              Send to {recipientsText(checklist.data?.audience_count ?? 0, checklist.data?.is_exact ?? true)}
            </Button>
          </DialogFooter>
        </DialogContent>
      </Dialog>
    </>
  )
}
