import * as Slot from '@radix-ui/react-slot'
import type { ReactElement, ReactNode } from 'react'
import { useId } from 'react'
import { CircleAlert } from '@/components/generated/icons'
import { cn } from '@/components/ui/cn'
import { Label } from '@/components/ui/label'

interface FieldProps {
  label: ReactNode
  /** Shows the label only to screen readers. */
  hideLabel?: boolean
  description?: ReactNode
  error?: ReactNode
  optional?: boolean
  /** Shown next to the label, such as a link. */
  aside?: ReactNode
  /**
   * `inline` puts a checkbox or switch before its label. `row` is for narrow controls in a wrapping row, with the error on a line below all
   * controls.
   */
  layout?: 'stacked' | 'inline' | 'row'
  className?: string
  /** A single control, which receives id, aria-describedby and aria-invalid. */
  children: ReactElement
}

/** A control with its label, description and error, linked for assistive technology. */
export function Field({
  label,
  hideLabel,
  description,
  error,
  optional,
  aside,
  layout = 'stacked',
  className,
  children,
}: FieldProps) {
  const id = useId()
  const describedBy = [description ? `${id}-description` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  const control = (
    <Slot.Root id={id} aria-describedby={describedBy || undefined} aria-invalid={error ? true : undefined}>
      {children}
    </Slot.Root>
  )
  const hint = description ? (
    <p id={`${id}-description`} className="text-muted-foreground text-sm">
      {description}
    </p>
  ) : null
  const is_in_row = layout === 'row'
  const problem = (
    <div aria-live="polite" className={cn('empty:hidden', is_in_row && 'order-last basis-full')}>
      {error ? (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-destructive-ink text-sm">
          <CircleAlert aria-hidden className="mt-0.75 size-3.5 shrink-0" />
          <span>
            {/* Next to its control, the error needs no name. */}
            {is_in_row && !hideLabel ? <>{label}: </> : null}
            {error}
          </span>
        </p>
      ) : null}
    </div>
  )

  if (layout === 'inline') {
    return (
      <div className={cn('grid grid-cols-[auto_1fr] gap-x-3 gap-y-1', className)}>
        <span className="flex h-5 items-center">{control}</span>
        <div className="grid gap-0.5">
          <Label htmlFor={id}>{label}</Label>
          {hint}
          {problem}
        </div>
      </div>
    )
  }
  const fieldset = (
    <div className={cn('grid min-w-0 content-start gap-2', className)}>
      <div className={cn('flex items-baseline justify-between gap-3', hideLabel && 'sr-only')}>
        <Label htmlFor={id}>
          {label}
          {optional ? <span className="font-normal text-muted-foreground">Optional</span> : null}
        </Label>
        {aside ? <span className="text-sm">{aside}</span> : null}
      </div>
      {control}
      {is_in_row ? null : problem}
      {hint}
    </div>
  )
  return is_in_row ? (
    <>
      {fieldset}
      {problem}
    </>
  ) : (
    fieldset
  )
}
