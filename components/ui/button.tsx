import * as Slot from '@radix-ui/react-slot'
import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { LoaderCircle, type LucideIcon } from '@/components/generated/icons'
import { cn } from '@/components/ui/cn'

export const buttonStyle = cva(
  "relative inline-flex shrink-0 items-center justify-center gap-2 whitespace-nowrap rounded-lg font-medium transition-[background-color,border-color,color,box-shadow,transform] duration-150 active:translate-y-px disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50 [&_svg:not([class*='size-'])]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: 'bg-primary text-primary-foreground shadow-xs hover:bg-primary-hover',
        secondary: 'bg-secondary text-secondary-foreground hover:bg-secondary-hover',
        outline:
          'border border-border-strong bg-card text-foreground shadow-xs hover:bg-accent hover:text-accent-foreground',
        ghost: 'text-foreground hover:bg-accent hover:text-accent-foreground',
        destructive: 'bg-destructive text-destructive-foreground shadow-xs hover:bg-destructive-hover',
        link: 'h-auto! min-h-6 rounded-sm px-0! text-primary-ink underline decoration-primary-ink/35 underline-offset-4 hover:decoration-current',
      },
      size: {
        sm: 'h-8 px-3 text-sm',
        md: 'h-9.5 px-4 text-sm max-md:h-10.5',
        lg: 'h-11 px-5 text-base',
        icon: 'size-9.5 max-md:size-10.5',
        // Beside a page's main actions. A phone shows its icon, and its text to screen readers.
        aside: 'h-9.5 px-3 text-sm max-sm:h-10.5 [&>[data-text]]:max-sm:sr-only',
        'icon-sm': 'size-8',
      },
    },
    defaultVariants: { variant: 'primary', size: 'md' },
  },
)

interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonStyle> {
  asChild?: boolean
  /**
   * Shows a spinner, keeps the width, and ignores clicks without losing focus. If it is a boolean, the second click of a double click is
   * ignored too.
   */
  pending?: boolean
}

export function Button({ asChild, className, variant, size, pending, type, onClick, children, ...props }: ButtonProps) {
  const style = cn(buttonStyle({ variant, size }), className)
  if (asChild) {
    return (
      <Slot.Root className={style} onClick={onClick} {...props}>
        {children}
      </Slot.Root>
    )
  }
  return (
    <button
      type={type ?? 'button'}
      className={style}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      // Server components cannot pass functions to a button.
      onClick={
        pending === undefined
          ? onClick
          : (event) => (pending || event.detail > 1 ? event.preventDefault() : onClick?.(event))
      }
      {...props}
    >
      {pending ? (
        <>
          <LoaderCircle aria-hidden className="absolute animate-spin" />
          <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
        </>
      ) : (
        children
      )}
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'aria-label' | 'asChild' | 'children'> {
  icon: LucideIcon
  /** Names the button, because its icon has no text. */
  label: string
}

/** A button with only an icon: small and without a border, unless said otherwise. */
export const IconButton = ({ icon: Icon, label, variant = 'ghost', size = 'icon-sm', ...props }: IconButtonProps) => (
  <Button variant={variant} size={size} aria-label={label} {...props}>
    <Icon aria-hidden />
  </Button>
)
