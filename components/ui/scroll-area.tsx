import * as Primitive from '@radix-ui/react-scroll-area'
import type { ComponentProps } from 'react'
import { cn } from '@/components/ui/cn'
import { currentLocale } from '@/server/lib/locale/current.ts'

/** `label` names the region, which must be reachable by keyboard. */
export function ScrollArea({
  className,
  label,
  children,
  ...props
}: ComponentProps<typeof Primitive.Root> & { label: string }) {
  return (
    <Primitive.Root dir={currentLocale().dir} className={cn('relative overflow-hidden', className)} {...props}>
      <Primitive.Viewport
        tabIndex={0}
        role="region"
        aria-label={label}
        className="size-full rounded-[inherit] focus-visible:-outline-offset-2"
      >
        {children}
      </Primitive.Viewport>
      <Primitive.Scrollbar orientation="vertical" className="flex w-2.5 touch-none select-none p-0.5 transition-colors">
        <Primitive.Thumb className="relative flex-1 rounded-full bg-border-strong" />
      </Primitive.Scrollbar>
      <Primitive.Corner />
    </Primitive.Root>
  )
}
