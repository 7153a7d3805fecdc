'use client'

import * as Primitive from '@radix-ui/react-popover'
import type { ComponentProps } from 'react'
import { cn } from '@/components/ui/cn'
import { surfaceStyle } from '@/components/ui/menu-style'

export const PopoverRoot = Primitive.Root
export const PopoverTrigger = Primitive.Trigger
export const PopoverAnchor = Primitive.Anchor

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
        {...props}
      />
    </Primitive.Portal>
  )
}
