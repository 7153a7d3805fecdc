import * as Primitive from '@radix-ui/react-radio-group'
import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { cn } from '@/components/ui/cn'
import { currentLocale } from '@/server/lib/locale/current.ts'

export function RadioGroup({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root dir={currentLocale().dir} className={cn('grid gap-3', className)} {...props} />
}

export function RadioGroupItem({ className, ...props }: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
      className={cn(
        'relative size-4.5 shrink-0 rounded-full border border-input bg-card shadow-xs transition-colors before:absolute before:-inset-2.5 hover:border-muted-foreground disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-primary data-[state=checked]:bg-primary',
        className,
      )}
      {...props}
    >
      <Primitive.Indicator className="grid place-items-center">
        <span className="size-1.5 rounded-full bg-primary-foreground" />
      </Primitive.Indicator>
    </Primitive.Item>
  )
}

interface RadioCardProps extends Omit<ComponentProps<typeof Primitive.Item>, 'title'> {
  title: ReactNode
  description?: ReactNode
}

/** An option with a description. The whole card is clickable. */
export function RadioCard({ title, description, className, ...props }: RadioCardProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className={cn(
        'flex cursor-pointer items-start gap-3 rounded-xl border border-border-strong bg-card p-4 transition-colors hover:border-input has-data-[state=checked]:border-primary has-data-[state=checked]:bg-primary-soft',
        className,
      )}
    >
      <RadioGroupItem
        id={id}
        aria-describedby={description ? `${id}-description` : undefined}
        className="mt-0.5"
        {...props}
      />
      <span className="grid gap-0.5">
        <span className="font-medium text-sm">{title}</span>
        {description ? (
          <span id={`${id}-description`} className="text-muted-foreground text-sm">
            {description}
          </span>
        ) : null}
      </span>
    </label>
  )
}
