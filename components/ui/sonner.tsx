'use client'

import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useTheme } from 'next-themes'
import { Toaster as Primitive } from 'sonner'

export { toast } from 'sonner'

/** Duration of a notice with a button, long enough to press it. */
export const UNTIL_CLOSED = Number.POSITIVE_INFINITY

export function Toaster() {
  const { resolvedTheme } = useTheme()
  return (
    <Primitive
      theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
      position="bottom-right"
      closeButton
      icons={{
        success: <CircleCheck className="size-4.5 text-success" />,
        error: <CircleAlert className="size-4.5 text-destructive" />,
        warning: <TriangleAlert className="size-4.5 text-warning" />,
        info: <Info className="size-4.5 text-info" />,
      }}
      toastOptions={{
        classNames: {
          toast: 'font-sans! rounded-xl! border-border! bg-popover! text-popover-foreground! shadow-lg! text-sm!',
          description: 'text-muted-foreground!',
          actionButton: 'bg-primary! text-primary-foreground! rounded-md!',
          cancelButton: 'bg-secondary! text-secondary-foreground! rounded-md!',
          closeButton: 'bg-popover! text-muted-foreground! border-border!',
        },
      }}
    />
  )
}
