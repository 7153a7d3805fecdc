import { type ReactElement, useEffect } from 'react'
import { Toaster as Primitive, toast } from 'sonner'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from '@/components/generated/icons'
import { useIsDark } from '@/components/theme'
import { t } from '@/server/lib/locale/texts.ts'

interface ToastsProps {
  /** Called with the toast function once toasts can be shown. */
  onReady: (toasts: typeof toast) => void
}

export function Toasts({ onReady }: ToastsProps): ReactElement {
  const is_dark = useIsDark()
  // Children's effects run first, so the toaster is listening now.
  useEffect(() => onReady(toast), [onReady])
  return (
    <Primitive
      theme={is_dark ? 'dark' : 'light'}
      position="bottom-right"
      closeButton
      containerAriaLabel={t`Notifications`}
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
          closeButton: 'size-6! bg-popover! text-muted-foreground! border-border!',
        },
      }}
    />
  )
}
