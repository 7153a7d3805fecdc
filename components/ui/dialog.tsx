'use client'

import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { FocusOrigin, useFocusReturn } from '@/components/ui/focus-return'
import { OverlayReset } from '@/components/ui/overlay-container'

export const Dialog = Primitive.Root
export const DialogTrigger = Primitive.Trigger
export const DialogClose = Primitive.Close

export const overlayStyle =
  'fixed inset-0 z-50 bg-overlay backdrop-blur-[2px] data-[state=open]:animate-in data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=open]:fade-in-0 duration-200'

/** Centered on wide screens, at the bottom on a phone. */
export const dialogStyle =
  'fixed z-50 grid max-h-[calc(100dvh-2rem)] w-full gap-5 overflow-y-auto bg-popover p-6 text-popover-foreground shadow-lg outline-none duration-200 data-[state=open]:animate-in data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=open]:fade-in-0 max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-t-2xl max-sm:pb-[max(1.5rem,env(safe-area-inset-bottom))] max-sm:data-[state=closed]:slide-out-to-bottom-8 max-sm:data-[state=open]:slide-in-from-bottom-8 sm:top-1/2 sm:left-1/2 sm:w-[calc(100%-2rem)] sm:max-w-lg sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-2xl sm:border sm:border-border sm:data-[state=closed]:zoom-out-98 sm:data-[state=open]:zoom-in-98'

interface DialogContentProps extends Omit<ComponentProps<typeof Primitive.Content>, 'title'> {
  title: ReactNode
  description?: ReactNode
  /** False where it closes only by its own button, because what it shows is not shown again. */
  closable?: boolean
}

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
        onCloseAutoFocus={onCloseAutoFocus}
        {...(closable ? {} : { onEscapeKeyDown: stay, onInteractOutside: stay })}
        {...props}
      >
        <FocusOrigin origin={origin} />
        <div className="grid gap-1.5 pr-10 [overflow-wrap:anywhere]">
          <Primitive.Title className="font-semibold text-lg tracking-tight">{title}</Primitive.Title>
          {description ? (
            <Primitive.Description className="text-muted-foreground text-sm">{description}</Primitive.Description>
          ) : null}
        </div>
        <OverlayReset>{children}</OverlayReset>
        {closable ? (
          <Primitive.Close asChild>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label="Close"
              className="absolute top-4 right-4 text-muted-foreground"
            >
              <X aria-hidden />
            </Button>
          </Primitive.Close>
        ) : null}
      </Primitive.Content>
    </Primitive.Portal>
  )
}

export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('flex flex-col-reverse gap-2 sm:flex-row sm:justify-end', className)} {...props} />
}
