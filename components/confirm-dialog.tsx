import * as Slot from '@radix-ui/react-slot'
import { type ReactElement, useState } from 'react'
import type { ConfirmProps } from '@/components/confirm-dialog-content'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'

interface ConfirmDialogProps extends Omit<ConfirmProps, 'open' | 'onClose'> {
  /** Opens it: a button, or the label of a small one. */
  trigger?: ReactElement | string
  open?: boolean
  onClose?: () => void
}

const ConfirmContent = onDemand(async () => (await import('@/components/confirm-dialog-content')).ConfirmContent)

export function ConfirmDialog({ trigger, open, onClose, ...props }: ConfirmDialogProps) {
  const [isOpen, setOpen] = useState(false)
  function close() {
    setOpen(false)
    onClose?.()
  }
  return (
    <>
      {trigger ? (
        <Slot.Root aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {typeof trigger === 'string' ? (
            <Button variant="outline" size="sm">
              {trigger}
            </Button>
          ) : (
            trigger
          )}
        </Slot.Root>
      ) : null}
      <ConfirmContent {...props} open={open ?? isOpen} onClose={close} />
    </>
  )
}
