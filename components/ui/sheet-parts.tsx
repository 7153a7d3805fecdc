import * as Primitive from '@radix-ui/react-dialog'
import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps, ReactNode } from 'react'
import { X } from '@/components/generated/icons'
import { IconButton } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { overlayStyle } from '@/components/ui/dialog-style'
import { FocusOrigin, focusOutsideFrames, useFocusReturn } from '@/components/ui/focus-return'
import { OverlayReset } from '@/components/ui/overlay-container'

const sheetStyle = cva(
  'fixed z-50 flex flex-col bg-popover text-popover-foreground shadow-lg outline-none duration-250 data-[state=closed]:animate-out data-[state=open]:animate-in',
  {
    variants: {
      side: {
        right:
          'inset-y-0 inset-e-0 w-full max-w-md border-border border-s data-[state=closed]:slide-out-to-end data-[state=open]:slide-in-from-end',
        left: 'inset-y-0 inset-s-0 w-full max-w-xs border-border border-e data-[state=closed]:slide-out-to-start data-[state=open]:slide-in-from-start',
        bottom:
          'inset-x-0 bottom-0 max-h-[88dvh] rounded-t-2xl border-border border-t pb-[env(safe-area-inset-bottom)] data-[state=closed]:slide-out-to-bottom data-[state=open]:slide-in-from-bottom',
      },
    },
    defaultVariants: { side: 'right' },
  },
)

interface SheetProps extends Omit<ComponentProps<typeof Primitive.Content>, 'title'>, VariantProps<typeof sheetStyle> {
  /** Unset for a sheet that is rendered only while it is open. */
  open?: boolean
  onClose: () => void
  /** False if the page beside it can be used. */
  modal?: boolean
  title: ReactNode
  description?: ReactNode
  /** Shows the title only to screen readers. */
  hideTitle?: boolean
  /** Makes the content focusable, so a sheet without controls can be scrolled by keyboard. */
  isReading?: boolean
}

export const Sheet = ({ open = true, onClose, modal, ...content }: SheetProps) => (
  <Primitive.Root open={open} modal={modal} onOpenChange={(next) => (next ? undefined : onClose())}>
    <SheetContent {...content} />
  </Primitive.Root>
)

function SheetContent({
  side,
  title,
  description,
  hideTitle,
  isReading,
  className,
  children,
  ...props
}: Omit<SheetProps, 'open' | 'onClose' | 'modal'>) {
  const { origin, onCloseAutoFocus } = useFocusReturn()
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={overlayStyle} />
      <Primitive.Content
        className={cn(sheetStyle({ side }), className)}
        {...(description ? {} : { 'aria-describedby': undefined })}
        onOpenAutoFocus={focusOutsideFrames}
        onCloseAutoFocus={onCloseAutoFocus}
        {...props}
      >
        <FocusOrigin origin={origin} />
        {side === 'bottom' ? <span aria-hidden className="mx-auto mt-2 h-1 w-9 rounded-full bg-border-strong" /> : null}
        <div className={cn('grid gap-1 px-6 pt-5 pe-14 pb-4 [overflow-wrap:anywhere]', hideTitle && 'sr-only')}>
          <Primitive.Title className="font-semibold text-lg tracking-tight">{title}</Primitive.Title>
          {description ? (
            <Primitive.Description className="text-muted-foreground text-sm">{description}</Primitive.Description>
          ) : null}
        </div>
        <div
          tabIndex={isReading ? 0 : undefined}
          className="min-h-0 flex-1 overflow-y-auto px-6 pb-6 -outline-offset-2"
        >
          <OverlayReset>{children}</OverlayReset>
        </div>
        <Primitive.Close asChild>
          <IconButton icon={X} label="Close" className="absolute top-4 inset-e-4 text-muted-foreground" />
        </Primitive.Close>
      </Primitive.Content>
    </Primitive.Portal>
  )
}
