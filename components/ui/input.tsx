import type { ComponentProps } from 'react'
import { cn } from '@/components/ui/cn'

/** The style of all controls. Text is 16 px on touch screens, because iOS zooms in on smaller text. */
export const controlStyle =
  'w-full min-w-0 rounded-lg border border-input bg-card text-base text-foreground shadow-xs transition-[border-color,box-shadow] placeholder:text-muted-foreground hover:border-muted-foreground focus-visible:border-ring focus-visible:outline-none focus-visible:ring-3 focus-visible:ring-ring/30 disabled:cursor-not-allowed disabled:bg-muted disabled:opacity-60 [&[readonly]]:bg-muted aria-invalid:border-destructive aria-invalid:focus-visible:ring-destructive/25 max-md:text-[1rem]'

export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  return (
    <input
      type={type}
      // Each text gets its own direction, whatever the dashboard's language.
      dir="auto"
      className={cn(
        controlStyle,
        'h-9.5 px-3 file:me-3 file:border-0 file:bg-transparent file:font-medium file:text-sm max-md:h-11',
        className,
      )}
      {...props}
    />
  )
}
