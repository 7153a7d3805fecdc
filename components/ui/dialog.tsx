import type { ComponentProps, ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { onDemand } from '@/components/ui/on-demand'

const load = () => import('@/components/ui/dialog-parts')

export const Dialog = onDemand(async () => (await load()).Dialog)
/** With `DialogContent`, for a dialog whose content comes later or changes. */
export const DialogRoot = onDemand(async () => (await load()).DialogRoot)
export const DialogContent = onDemand(async () => (await load()).DialogContent)

/** Sticky, so it stays in view in long dialogs. */
const footerStyle =
  'sticky -bottom-6 z-1 -mx-6 -mb-6 flex flex-col-reverse gap-2 rounded-b-2xl bg-popover px-6 pt-3 pb-6 max-sm:rounded-none max-sm:-bottom-[max(1.5rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end'

export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn(footerStyle, className)} {...props} />
}

interface DialogActionsProps {
  onClose: () => void
  dismissLabel?: string
  confirmLabel: ReactNode
  tone?: 'primary' | 'destructive'
  pending?: boolean
  disabled?: boolean
  /** Undefined: the button submits the surrounding form. */
  onConfirm?: () => unknown
}

/** Buttons of a dialog with a single action. */
export const DialogActions = ({
  onClose,
  dismissLabel = 'Cancel',
  confirmLabel,
  tone,
  pending,
  disabled,
  onConfirm,
}: DialogActionsProps) => (
  <DialogFooter>
    <Button variant="outline" onClick={onClose}>
      {dismissLabel}
    </Button>
    <Button
      type={onConfirm ? 'button' : 'submit'}
      variant={tone}
      pending={pending}
      disabled={disabled}
      onClick={onConfirm ? () => void onConfirm() : undefined}
    >
      {confirmLabel}
    </Button>
  </DialogFooter>
)
