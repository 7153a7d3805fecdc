import { type ReactNode, useState } from 'react'
import { errorText } from '@/components/error-text'
import { Alert } from '@/components/ui/alert'
import { AlertDialogCancel, AlertDialogContent, AlertDialogRoot } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

export interface ConfirmProps {
  title: ReactNode
  description: ReactNode
  /** Verb and noun: "Send to 9,307 people", "Delete tag". */
  confirmLabel: string
  /** For actions that are themselves called "Cancel". */
  dismissLabel?: string
  tone?: 'primary' | 'destructive'
  /** For irreversible actions: a text that the user must type first. */
  confirmText?: string
  /** True while the effect is unknown, or if there is none. */
  disabled?: boolean
  /** The dialog closes when this resolves. If this throws, the dialog stays open and shows the error. */
  onConfirm: () => Promise<unknown> | unknown
  open: boolean
  onClose: () => void
}

/** The whole dialog of ConfirmDialog, in one component: its cancel button gets the focus and must exist when the dialog opens. */
export function ConfirmContent({ open, ...props }: ConfirmProps) {
  return (
    <AlertDialogRoot open={open} onOpenChange={(next) => (next ? undefined : props.onClose())}>
      <AlertDialogContent title={props.title} description={props.description}>
        <ConfirmBody {...props} />
      </AlertDialogContent>
    </AlertDialogRoot>
  )
}

function ConfirmBody({
  confirmLabel,
  dismissLabel = 'Cancel',
  confirmText,
  tone = 'primary',
  disabled = false,
  onConfirm,
  onClose,
}: Omit<ConfirmProps, 'open'>) {
  const [typedText, setTypedText] = useState('')
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function confirm() {
    setPending(true)
    setProblem(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setPending(false)
    }
  }

  return (
    <>
      {problem ? <Alert role="alert" tone="danger" title={problem} /> : null}
      {confirmText ? (
        <Field
          label={
            <span>
              Type <span className="font-mono">{confirmText}</span> to confirm
            </span>
          }
        >
          <Input
            value={typedText}
            onChange={(event) => setTypedText(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
      ) : null}
      <DialogFooter>
        <AlertDialogCancel asChild>
          <Button variant="outline">{dismissLabel}</Button>
        </AlertDialogCancel>
        <Button
          variant={tone}
          pending={pending}
          disabled={disabled || (confirmText !== undefined && typedText.trim() !== confirmText)}
          onClick={confirm}
        >
          {confirmLabel}
        </Button>
      </DialogFooter>
    </>
  )
}
