import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { Alert } from '@/components/ui/alert'
import { Field } from '@/components/ui/field'
import { toast } from '@/components/ui/sonner'
import { Textarea } from '@/components/ui/textarea'

interface RemoveEntryDialogProps {
  /** The entry to remove. Undefined: the dialog is closed. */
  entry: { id: number; name: string; warning?: string | undefined } | undefined
  /** Says where the note is stored. */
  description: string
  onClose: () => void
  onRemove: (input: { id: number; note: string }) => Promise<unknown>
}

/** Asks for a note before removing an entry. */
export function RemoveEntryDialog({ entry, description, onClose, onRemove }: RemoveEntryDialogProps) {
  const [note, setNote] = useState('')
  const close = () => {
    setNote('')
    onClose()
  }
  return (
    <ConfirmDialog
      open={entry !== undefined}
      onClose={close}
      title={`Remove ${entry?.name ?? ''} from the list?`}
      description={
        <span className="grid gap-4">
          <span>{description}</span>
          {entry?.warning ? <Alert tone="warning" title={entry.warning} /> : null}
          <Field label="Note" description="Why may it receive email again?">
            <Textarea value={note} rows={3} maxLength={500} onChange={(event) => setNote(event.target.value)} />
          </Field>
        </span>
      }
      confirmLabel="Remove from list"
      tone="destructive"
      onConfirm={async () => {
        if (!entry) return
        await onRemove({ id: entry.id, note })
        setNote('')
        toast.success('Removed from the list')
      }}
    />
  )
}
