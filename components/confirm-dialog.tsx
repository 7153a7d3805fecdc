'use client'

import { Slot } from 'radix-ui'
import { type ReactElement, type ReactNode, useState } from 'react'
import { errorText } from '@/components/error-text'
import { Alert } from '@/components/ui/alert'
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

interface ConfirmDialogProps {
  title: ReactNode
  description: ReactNode
  /** Verb and noun: "Send to 9,307 people", "Delete tag". */
  confirmLabel: string
  /** For actions that are themselves called "Cancel". */
  dismissLabel?: string
  tone?: 'primary' | 'destructive'
  /** For irreversible actions: the user has to type this text first. */
  confirmText?: string
  /** While it is not known what would happen, or nothing would. */
  disabled?: boolean
  /** The dialog closes when this resolves. If it throws, the dialog stays and shows the error. */
  onConfirm: () => Promise<unknown> | unknown
  trigger?: ReactElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

export function ConfirmDialog({ trigger, open, onOpenChange, ...props }: ConfirmDialogProps) {
  const [ownOpen, setOwnOpen] = useState(false)
  const setOpen = (next: boolean) => {
    setOwnOpen(next)
    onOpenChange?.(next)
  }
  return (
    <>
      {trigger ? (
        <Slot.Root aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {trigger}
        </Slot.Root>
      ) : null}
      <AlertDialog open={open ?? ownOpen} onOpenChange={setOpen}>
        <AlertDialogContent title={props.title} description={props.description}>
          <ConfirmBody {...props} close={() => setOpen(false)} />
        </AlertDialogContent>
      </AlertDialog>
    </>
  )
}

function ConfirmBody({
  confirmLabel,
  dismissLabel = 'Cancel',
  confirmText,
  tone = 'primary',
  disabled = false,
  onConfirm,
  close,
}: ConfirmDialogProps & { close: () => void }) {
  const [typed, setTyped] = useState('')
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function confirm() {
    setPending(true)
    setProblem(undefined)
    try {
      await onConfirm()
      close()
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
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
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
          disabled={disabled || (confirmText !== undefined && typed.trim() !== confirmText)}
          onClick={confirm}
        >
          {confirmLabel}
        </Button>
      </DialogFooter>
    </>
  )
}
