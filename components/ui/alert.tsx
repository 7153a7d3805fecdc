import type { ComponentProps, ReactNode } from 'react'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from '@/components/generated/icons'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { LinkButton } from '@/components/ui/link-button'

const tones = {
  info: { icon: Info, style: 'bg-info-soft text-info-ink' },
  success: { icon: CircleCheck, style: 'bg-success-soft text-success-ink' },
  warning: { icon: TriangleAlert, style: 'bg-warning-soft text-warning-ink' },
  danger: { icon: CircleAlert, style: 'bg-destructive-soft text-destructive-ink' },
} as const

interface AlertProps extends Omit<ComponentProps<'div'>, 'title'> {
  tone?: keyof typeof tones
  title: ReactNode
  /** A link or a button beside the text. */
  action?: { label: string; href: string } | { label: string; onClick: () => unknown; pending?: boolean } | undefined
  /** Other elements beside the text. */
  actions?: ReactNode
}

/** A notice on the page. Use `role="alert"` if it responds to a user action. */
export function Alert({ tone = 'info', title, action, actions, className, children, ...props }: AlertProps) {
  const { icon: Icon, style } = tones[tone]
  return (
    <div className={cn('flex items-start gap-3 rounded-xl px-4 py-3.5 text-sm', style, className)} {...props}>
      <Icon aria-hidden className="mt-px size-4.5 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-0.5">
          <p className="font-semibold">{title}</p>
          {children ? <div className="text-pretty">{children}</div> : null}
        </div>
        {action || actions ? (
          <div className="flex shrink-0 gap-2">
            {!action ? null : 'href' in action ? (
              <LinkButton size="sm" variant="outline" href={action.href}>
                {action.label}
              </LinkButton>
            ) : (
              <Button size="sm" variant="outline" pending={action.pending} onClick={action.onClick}>
                {action.label}
              </Button>
            )}
            {actions}
          </div>
        ) : null}
      </div>
    </div>
  )
}
