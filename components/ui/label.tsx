import * as Primitive from '@radix-ui/react-label'
import type { ComponentProps } from 'react'
import { cn } from '@/components/ui/cn'

export function Label({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      className={cn('inline-flex items-center gap-2 font-medium text-foreground text-sm select-none', className)}
      {...props}
    />
  )
}
