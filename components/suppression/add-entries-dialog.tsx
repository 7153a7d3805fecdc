import { type ReactNode, useRef, useState } from 'react'
import { errorText } from '@/components/error-text'
import { formatCount, formatNumber } from '@/components/format'
import { FileUp } from '@/components/generated/icons'
import { unlessEdited } from '@/components/sent-values'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogActions } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { toast } from '@/components/ui/sonner'
import { Textarea } from '@/components/ui/textarea'
import { t } from '@/server/lib/locale/texts.ts'
import type { Added } from '@/server/modules/suppression/schema.ts'

const MAX_FILE_BYTES = 2_000_000

interface AddEntriesDialogProps {
  open: boolean
  description: string
  label: string
  placeholder: string
  hint: string
  /** More fields, above the note. */
  children?: ReactNode
  onClose: () => void
  /** `from_file`: the text comes from a file. */
  onAdd: (input: { text: string; note: string | null; from_file: boolean }) => Promise<Added>
}

/** Adds lines typed, pasted or read from a CSV file. */
export function AddEntriesDialog({ open, onClose, ...props }: AddEntriesDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Add to suppression list" description={props.description}>
      <AddEntries {...props} onClose={onClose} />
    </Dialog>
  )
}

function AddEntries({
  label,
  placeholder,
  hint,
  children,
  onClose,
  onAdd,
}: Omit<AddEntriesDialogProps, 'open' | 'description'>) {
  const file = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [note, setNote] = useState('')
  const [fromFile, setFromFile] = useState(false)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function readFile(upload: File | undefined) {
    if (!upload) return
    if (upload.size > MAX_FILE_BYTES) {
      setProblem('The file is larger than 2 MB. Split it and add each part')
      return
    }
    setProblem(undefined)
    setText(await upload.text())
    setFromFile(true)
  }

  async function add() {
    setPending(true)
    setProblem(undefined)
    try {
      const { added, known, invalid_count, invalid } = await onAdd({
        text,
        note: note.trim() || null,
        from_file: fromFile,
      })
      const parts = [`Added ${entries(added)}`]
      if (known > 0) parts.push(`${entries(known)} already listed`)
      if (invalid_count === 0) {
        toast.success(parts.join(', '))
        onClose()
        return
      }
      toast.success(parts.join(', '))
      setText(unlessEdited(text, invalid.join('\n')))
      setProblem(
        `${formatCount(invalid_count, 'line')} had no valid entry${invalid_count > invalid.length ? t`; the first ${invalid.length} are shown` : ''}`,
      )
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setPending(false)
    }
  }

  return (
    <div className="grid gap-4">
      {problem ? <Alert role="alert" tone="danger" title={problem} /> : null}
      <Field label={label} description={hint}>
        <Textarea
          value={text}
          rows={6}
          autoFocus
          spellCheck={false}
          placeholder={placeholder}
          onChange={(event) => {
            setText(event.target.value)
            setFromFile(false)
          }}
        />
      </Field>
      <input
        ref={file}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        className="hidden"
        aria-label="CSV file"
        onChange={(event) => void readFile(event.target.files?.[0])}
      />
      <Button variant="outline" className="justify-self-start" onClick={() => file.current?.click()}>
        <FileUp aria-hidden /> Read CSV file
      </Button>
      {children}
      <Field label="Note" optional>
        <Input value={note} maxLength={500} onChange={(event) => setNote(event.target.value)} />
      </Field>
      <DialogActions
        onClose={onClose}
        pending={pending}
        disabled={text.trim() === ''}
        onConfirm={add}
        confirmLabel="Add to list"
      />
    </div>
  )
}

const entries = (count: number) => `${formatNumber(count)} ${count === 1 ? 'entry' : 'entries'}`
