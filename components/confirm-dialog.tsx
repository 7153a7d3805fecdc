'use client'

import * as Slot from '@radix-ui/react-slot'
import { type ReactElement, useState } from 'react'
import type { ConfirmProps } from '@/components/confirm-dialog-content'
import { onDemand } from '@/components/ui/on-demand'

interface ConfirmDialogProps extends Omit<ConfirmProps, 'open' | 'onOpenChange'> {
  trigger?: ReactElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

const ConfirmContent = onDemand(async () => (await import('@/components/confirm-dialog-content')).ConfirmContent)

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
