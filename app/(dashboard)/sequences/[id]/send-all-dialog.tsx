import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ActionDialog } from '@/components/action-dialog'
import { formatCount } from '@/components/format'
import { useTRPC } from '@/components/trpc-provider'
import { Progress } from '@/components/ui/progress'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { SequenceOverview } from '@/server/modules/sequences/composer-schema.ts'

interface SendAllDialogProps {
  sequence: Pick<SequenceOverview, 'id' | 'steps'>
  onClose: () => void
}

/** Sends a test of each email to the member, in order, so the sequence can be read as its subscribers get it. */
export function SendAllDialog({ sequence: { id: sequence_id, steps }, onClose }: SendAllDialogProps) {
  const trpc = useTRPC()
  const me = useQuery(trpc.users.me.queryOptions())
  const send = useAction(trpc.sequences.sendTest)
  const [sent, setSent] = useState(0)
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const isClosed = useRef(false)
  const close = () => {
    isClosed.current = true
    onClose()
  }

  /** After a failure, continues with the email that was not sent. */
  async function sendRest() {
    setProblem(undefined)
    setRunning(true)
    try {
      for (const [at, { id }] of steps.entries()) {
        if (at < sent) continue
        if (isClosed.current) return
        await send.run({ sequence_id, id })
        setSent(at + 1)
      }
      toast.success(`${formatCount(steps.length, 'email')} sent to you`)
      close()
    } catch (error) {
      setProblem(error)
    } finally {
      setRunning(false)
    }
  }

  return (
    <ActionDialog
      title="Send yourself all emails?"
      description="As they are in the editor, with [Test] before each subject. No subscriber gets anything."
      onClose={close}
      error={problem}
      confirmLabel={sent > 0 ? 'Send the rest' : `Send ${formatCount(steps.length, 'email')}`}
      pending={running}
      disabled={!me.data}
      onConfirm={() => void sendRest()}
    >
      <div className="grid gap-2 text-sm">
        <Progress label="Sent" value={sent} max={steps.length} live={running} />
        <p role="status" className="text-muted-foreground [overflow-wrap:anywhere]">
          {sent > 0
            ? t`${sent} of ${steps.length} sent to ${me.data?.email_address ?? ''}.`
            : t`They go to ${me.data?.email_address ?? ''}.`}
        </p>
      </div>
    </ActionDialog>
  )
}
