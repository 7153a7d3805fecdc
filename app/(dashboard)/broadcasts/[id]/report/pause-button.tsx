import { useState } from 'react'
import { formatCrowd } from '@/components/format'
import { Pause } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogActions } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'

/** Pauses sending, with a note to other members. `waiting` is null while recipients are being selected. */
export function PauseButton({ id, waiting }: { id: number; waiting: number | null }) {
  const trpc = useTRPC()
  const [open, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const pause = useAction(trpc.broadcasts.pause, {
    invalidates: trpc.broadcasts,
    done: 'Broadcast paused',
    onDone: () => setOpen(false),
    showsError: true,
  })
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <Pause aria-hidden /> Pause
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Pause sending?"
        description={
          waiting === null
            ? 'Unsent messages stay queued until someone resumes sending. A few messages that are being sent now still arrive.'
            : waiting === 1
              ? t`1 person stays queued until someone resumes sending. A few messages that are being sent now still arrive.`
              : t`${formatCrowd(waiting)} stay queued until someone resumes sending. A few messages that are being sent now still arrive.`
        }
      >
        <form
          className="grid gap-6"
          onSubmit={(event) => {
            event.preventDefault()
            pause.start({ id, note })
          }}
        >
          <Field label="Reason" optional description="Everyone in this account sees it.">
            <Input value={note} maxLength={500} onChange={(event) => setNote(event.target.value)} />
          </Field>
          {pause.error ? <Alert role="alert" tone="danger" title={pause.error.message} /> : null}
          <DialogActions
            onClose={() => setOpen(false)}
            dismissLabel="Keep sending"
            pending={pause.isPending}
            confirmLabel="Pause sending"
          />
        </form>
      </Dialog>
    </>
  )
}
