import * as Primitive from '@radix-ui/react-tooltip'
import type { ReactElement, ReactNode } from 'react'
import { useOverlayContainer } from '@/components/ui/overlay-container'

interface TooltipProps {
  content: ReactNode
  /** A single focusable element. The tooltip supplements its accessible name and never replaces it. */
  children: ReactElement
}

export function Tooltip({ content, children }: TooltipProps) {
  return (
    // A provider per tooltip: a shared one would be part of the first load of pages without tooltips.
    <Primitive.Provider delayDuration={350}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal container={useOverlayContainer()}>
          <Primitive.Content
            side="top"
            sideOffset={6}
            collisionPadding={8}
            className="fade-in-0 zoom-in-98 z-50 max-w-72 animate-in rounded-lg bg-foreground px-2.5 py-1.5 text-background text-xs shadow-md duration-100"
          >
            {content}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  )
}
