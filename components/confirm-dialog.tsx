'use client'

import { Slot } from 'radix-ui'
import { type ReactElement, type ReactNode, useState } from 'react'
import { onDemand } from '@/components/ui/on-demand'

export interface ConfirmProps {
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
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface ConfirmDialogProps extends Omit<ConfirmProps, 'open' | 'onOpenChange'> {
  trigger?: ReactElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

const ConfirmContent = onDemand(async () => (await import('./confirm-dialog-content')).ConfirmContent)

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
      <ConfirmContent {...props} open={open ?? ownOpen} onOpenChange={setOpen} />
    </>
  )
}
