import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from '@/components/ui/cn'

const badgeStyle = cva(
  "inline-flex h-6 w-fit max-w-full shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 font-medium text-xs [&_svg:not([class*='size-'])]:size-3",
  {
    variants: {
      tone: {
        neutral: 'bg-secondary text-secondary-foreground',
        primary: 'bg-primary-soft text-primary-ink',
        success: 'bg-success-soft text-success-ink',
        warning: 'bg-warning-soft text-warning-ink',
        danger: 'bg-destructive-soft text-destructive-ink',
        info: 'bg-info-soft text-info-ink',
        stamp: 'bg-stamp-soft text-stamp-ink',
        outline: 'border border-border-strong text-muted-foreground',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
)

export type Tone = NonNullable<VariantProps<typeof badgeStyle>['tone']>

export function Badge({ className, tone, ...props }: ComponentProps<'span'> & { tone?: Tone }) {
  return <span className={cn(badgeStyle({ tone }), className)} {...props} />
}
