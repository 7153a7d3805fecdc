import type { ComponentProps, ReactNode } from 'react'
import { cn } from '@/components/ui/cn'

export function Card({ className, ...props }: ComponentProps<'section'>) {
  return (
    <section
      className={cn('min-w-0 rounded-2xl border border-border bg-card text-card-foreground shadow-xs', className)}
      {...props}
    />
  )
}

interface CardHeaderProps extends Omit<ComponentProps<'header'>, 'title'> {
  title: ReactNode
  description?: ReactNode
  actions?: ReactNode
  as?: 'h2' | 'h3'
}

export function CardHeader({ title, description, actions, as: Heading = 'h2', className, ...props }: CardHeaderProps) {
  return (
    <header
      className={cn('flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-5 pt-5 sm:px-6', className)}
      {...props}
    >
      {/* Long texts wrap instead of pushing the actions to another line. */}
      <div className="grid min-w-0 flex-1 basis-38 gap-1 [overflow-wrap:anywhere]">
        <Heading className="font-semibold text-base tracking-tight">{title}</Heading>
        {description ? <p className="text-muted-foreground text-sm">{description}</p> : null}
      </div>
      {actions ? <div className="flex shrink-0 items-center gap-2">{actions}</div> : null}
    </header>
  )
}

export function CardContent({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('px-5 py-5 sm:px-6', className)} {...props} />
}

export function CardFooter({ className, ...props }: ComponentProps<'footer'>) {
  return (
    <footer
      className={cn('flex items-center justify-end gap-3 border-border border-t px-5 py-3.5 sm:px-6', className)}
      {...props}
    />
  )
}

interface SectionCardProps extends Omit<CardHeaderProps, 'className' | 'children'> {
  /** Class name of the content. `id` is set on the card. */
  className?: string
  cardClassName?: string
  children: ReactNode
}

/** A card with a heading above its content. */
export const SectionCard = ({ id, className, cardClassName, children, ...header }: SectionCardProps) => (
  <Card id={id} className={cardClassName}>
    <CardHeader {...header} />
    <CardContent className={className}>{children}</CardContent>
  </Card>
)
