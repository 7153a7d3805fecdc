import * as Primitive from '@radix-ui/react-alert-dialog'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { dialogStyle, overlayStyle } from '@/components/ui/dialog-style'
import { FocusOrigin, useFocusReturn } from '@/components/ui/focus-return'
import { OverlayReset } from '@/components/ui/overlay-container'

export const AlertDialogRoot = Primitive.Root
export const AlertDialogCancel = Primitive.Cancel

interface AlertDialogContentProps extends Omit<ComponentProps<typeof Primitive.Content>, 'title'> {
  title: ReactNode
  description: ReactNode
}

/** Confirms an irreversible action. Only its buttons and Escape close it. */
export function AlertDialogContent({ title, description, className, children, ...props }: AlertDialogContentProps) {
  const { origin, onCloseAutoFocus } = useFocusReturn()
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={overlayStyle} />
      <Primitive.Content
        className={cn(dialogStyle, 'sm:max-w-md', className)}
        onCloseAutoFocus={onCloseAutoFocus}
        {...props}
      >
        <FocusOrigin origin={origin} />
        <div className="grid gap-1.5 [overflow-wrap:anywhere]">
          <Primitive.Title className="font-semibold text-lg tracking-tight">{title}</Primitive.Title>
          <Primitive.Description asChild className="text-muted-foreground text-sm">
            <div>{description}</div>
          </Primitive.Description>
        </div>
        <OverlayReset>{children}</OverlayReset>
      </Primitive.Content>
    </Primitive.Portal>
  )
}
