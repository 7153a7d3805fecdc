import * as Primitive from '@radix-ui/react-popover'
import type { ComponentProps } from 'react'
import { cn } from '@/components/ui/cn'
import { surfaceStyle } from '@/components/ui/menu-style'

export const PopoverRoot = Primitive.Root
export const PopoverTrigger = Primitive.Trigger
export const PopoverAnchor = Primitive.Anchor

/** Leaves the focus where it went while the popover closed: a menu opened then would close without it. */
function keepFocusElsewhere(event: Event) {
  if (document.activeElement !== document.body) event.preventDefault()
}

/** Exposed as a dialog to assistive technology, so it needs a name. */
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
