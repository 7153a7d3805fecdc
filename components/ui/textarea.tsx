import type { ComponentProps } from 'react'
import { cn } from '@/components/ui/cn'
import { controlStyle } from '@/components/ui/input'

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      className={cn(controlStyle, 'field-sizing-content min-h-20 px-3 py-2', className)}
      {...props}
    />
  )
}
