import type { ReactNode } from 'react'
import { errorText } from '@/components/error-text'
import { Alert } from '@/components/ui/alert'
import { Dialog, DialogActions } from '@/components/ui/dialog'

interface ActionDialogProps {
  title: string
  description?: string
  open?: boolean
  onClose: () => void
  /** Shown above everything else. */
  error?: unknown
  confirmLabel: ReactNode
  dismissLabel?: string
  tone?: 'primary' | 'destructive'
  pending: boolean
  disabled?: boolean
  onConfirm: () => unknown
  className?: string
  children: ReactNode
}

/** A dialog that explains an action, or asks for input other than a form, before a button starts the action. */
export function ActionDialog({
  title,
  description,
  open = true,
  onClose,
  error,
  confirmLabel,
  dismissLabel = 'Cancel',
  tone,
  pending,
  disabled,
  onConfirm,
  className,
  children,
}: ActionDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title} description={description} className={className}>
      {error ? <Alert role="alert" tone="danger" title={errorText(error)} /> : null}
      {children}
      <DialogActions
        onClose={onClose}
        dismissLabel={dismissLabel}
        tone={tone}
        pending={pending}
        disabled={disabled}
        onConfirm={onConfirm}
        confirmLabel={confirmLabel}
      />
    </Dialog>
  )
}
