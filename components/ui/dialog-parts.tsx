import * as Primitive from '@radix-ui/react-dialog'
import type { ComponentProps, ReactNode } from 'react'
import { X } from '@/components/generated/icons'
import { IconButton } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { dialogStyle, overlayStyle } from '@/components/ui/dialog-style'
import { FocusOrigin, focusOutsideFrames, useFocusReturn } from '@/components/ui/focus-return'
import { OverlayReset } from '@/components/ui/overlay-container'

interface DialogRootProps {
  /** Unset for a dialog that is rendered only while it is open. */
  open?: boolean
  onClose: () => void
  children?: ReactNode
}

export const DialogRoot = ({ open = true, onClose, children }: DialogRootProps) => (
  <Primitive.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
    {children}
  </Primitive.Root>
)

interface DialogContentProps extends Omit<ComponentProps<typeof Primitive.Content>, 'title'> {
  title: ReactNode
  description?: ReactNode
  /** False if only its own button closes it, because its content is not shown again. */
  closable?: boolean
}

export const Dialog = ({ open, onClose, ...content }: DialogRootProps & DialogContentProps) => (
  <DialogRoot open={open} onClose={onClose}>
    <DialogContent {...content} />
  </DialogRoot>
)

const stay = (event: Event) => event.preventDefault()

export function DialogContent({
  title,
  description,
  closable = true,
  className,
  children,
  ...props
}: DialogContentProps) {
  const { origin, onCloseAutoFocus } = useFocusReturn()
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={overlayStyle} />
      <Primitive.Content
        className={cn(dialogStyle, className)}
        {...(description ? {} : { 'aria-describedby': undefined })}
        onOpenAutoFocus={focusOutsideFrames}
        onCloseAutoFocus={onCloseAutoFocus}
        {...(closable ? {} : { onEscapeKeyDown: stay, onInteractOutside: stay })}
        {...props}
      >
        <FocusOrigin origin={origin} />
        <div className="grid gap-1.5 pe-10 [overflow-wrap:anywhere]">
          <Primitive.Title className="font-semibold text-lg tracking-tight">{title}</Primitive.Title>
          {description ? (
            <Primitive.Description className="text-muted-foreground text-sm">{description}</Primitive.Description>
          ) : null}
        </div>
        <OverlayReset>{children}</OverlayReset>
        {closable ? (
          <Primitive.Close asChild>
            <IconButton icon={X} label="Close" className="absolute top-4 inset-e-4 text-muted-foreground" />
          </Primitive.Close>
        ) : null}
      </Primitive.Content>
    </Primitive.Portal>
  )
}
