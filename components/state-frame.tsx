import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'

interface StateFrameProps {
  drawing: ReactNode
  title: ReactNode
  description?: ReactNode
  actions?: ReactNode
  as?: 'h1' | 'h2' | 'h3' | undefined
  className?: string | undefined
}

/**
 * A drawing, a heading and actions in the middle of a page. The drawing is passed in, because every page loads this for errors, but only
 * pages with empty states need the other drawings.
 */
export function StateFrame({ drawing, title, description, actions, as: Heading = 'h2', className }: StateFrameProps) {
  return (
    <div className={cn('mx-auto grid max-w-md justify-items-center gap-2 px-4 py-12 text-center', className)}>
      {drawing}
      <Heading className="mt-3 font-semibold text-lg tracking-tight">{title}</Heading>
      {description ? <p className="text-pretty text-muted-foreground">{description}</p> : null}
      {actions ? <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  )
}

export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 120 96"
      fill="none"
      aria-hidden="true"
      className="h-24 w-30 stroke-primary-ink"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <ellipse cx="60" cy="52" rx="50" ry="38" className="fill-primary-soft stroke-none" opacity=".7" />
      {children}
    </svg>
  )
}

export const storm = (
  <>
    <path d="M38 60a15 15 0 0 1-1-30 21 21 0 0 1 40-3 17 17 0 0 1 6 33" />
    <path className="stroke-stamp" d="m62 48-8 14h12l-8 16" />
    <path d="M38 70l-4 8m44-8-4 8" opacity=".45" />
  </>
)
