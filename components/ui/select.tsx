import type { ComponentProps } from 'react'
import { ChevronDown } from '@/components/generated/icons'
import { cn } from '@/components/ui/cn'
import { controlStyle } from '@/components/ui/input'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

interface SelectInputProps extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> {
  value: string | undefined
  onChange: (value: string) => void
  options: readonly SelectOption[]
  /** Shown while nothing is chosen. */
  placeholder?: string
}

/** The browser’s native select. Browsers with `appearance: base-select` use the style in globals.css. */
export function SelectInput({ value, onChange, options, placeholder, className, ...props }: SelectInputProps) {
  return (
    <div className={cn('relative w-full min-w-0', className)}>
      <select
        className={cn(
          controlStyle,
          // Truncate long text before the arrow.
          'select-list h-9.5 cursor-pointer text-ellipsis whitespace-nowrap overflow-clip [overflow-clip-margin:content-box] pe-9 ps-3 max-md:h-11',
          !value && 'text-muted-foreground',
        )}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value)}
        {...props}
      >
        {placeholder === undefined ? null : (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 inset-e-3 size-4 -translate-y-1/2 text-muted-foreground"
      />
    </div>
  )
}
