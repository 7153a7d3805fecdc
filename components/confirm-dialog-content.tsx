'use client'

import { useState } from 'react'
import type { ConfirmProps } from '@/components/confirm-dialog'
import { errorText } from '@/components/error-text'
import { Alert } from '@/components/ui/alert'
import { AlertDialogCancel, AlertDialogContent, AlertDialogRoot } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

/** The dialog of ConfirmDialog, all of it: its focus goes to the button that cancels, so that has to be there when it opens. */
export function ConfirmContent({ open, onOpenChange, ...props }: ConfirmProps) {
  return (
    <AlertDialogRoot open={open} onOpenChange={onOpenChange}>
      <AlertDialogContent title={props.title} description={props.description}>
        <ConfirmBody {...props} close={() => onOpenChange(false)} />
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
  close,
}: Omit<ConfirmProps, 'open' | 'onOpenChange'> & { close: () => void }) {
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
