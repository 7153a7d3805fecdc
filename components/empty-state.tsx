import type { ReactNode } from 'react'
import { Illustration, type IllustrationName } from '@/components/illustration'
import { cn } from '@/components/ui/cn'

interface EmptyStateProps {
  illustration: IllustrationName
  title: ReactNode
  /** Explains what an empty page is for, with the first action. */
  description?: ReactNode
  actions?: ReactNode
  as?: 'h1' | 'h2' | 'h3'
  className?: string
}

export function EmptyState({
  illustration,
  title,
  description,
  actions,
  as: Heading = 'h2',
  className,
}: EmptyStateProps) {
  return (
    <div className={cn('mx-auto grid max-w-md justify-items-center gap-2 px-4 py-12 text-center', className)}>
      <Illustration name={illustration} />
      <Heading className="mt-3 font-semibold text-lg tracking-tight">{title}</Heading>
      {description ? <p className="text-pretty text-muted-foreground">{description}</p> : null}
      {actions ? <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  )
}
