'use client'

import * as Primitive from '@radix-ui/react-popover'
import type { ComponentProps } from 'react'
import { cn } from '@/components/ui/cn'
import { surfaceStyle } from '@/components/ui/menu-style'

export const PopoverRoot = Primitive.Root
export const PopoverTrigger = Primitive.Trigger
export const PopoverAnchor = Primitive.Anchor

/** Leaves the focus in what was opened while the popover closed: a menu would close without it. */
function keepFocusElsewhere(event: Event) {
  if (document.activeElement !== document.body) event.preventDefault()
}

/** Assistive software calls it a dialog, so it must have a name. */
export function PopoverContent({
  className,
  align = 'start',
  sideOffset = 6,
  ...props
}: ComponentProps<typeof Primitive.Content> & { 'aria-label': string }) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        align={align}
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn(surfaceStyle, 'w-72 p-4', className)}
        onCloseAutoFocus={keepFocusElsewhere}
        {...props}
      />
    </Primitive.Portal>
  )
}
