import type { ComponentProps } from 'react'
import { cn } from '@/components/ui/cn'

export function Kbd({ className, ...props }: ComponentProps<'kbd'>) {
  return (
    <kbd
      className={cn(
        'inline-flex h-5.5 min-w-5.5 select-none items-center justify-center rounded-[0.3125rem] border border-border-strong bg-card px-1.5 font-medium font-sans text-muted-foreground text-xs shadow-[0_1px_0_var(--border-strong)]',
        className,
      )}
      {...props}
    />
  )
}
