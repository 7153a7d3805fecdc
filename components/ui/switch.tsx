import type { ComponentProps } from 'react'
import { cn } from '@/components/ui/cn'

interface SwitchProps extends Omit<ComponentProps<'button'>, 'value' | 'onChange'> {
  checked?: boolean
  onCheckedChange?: (checked: boolean) => void
}

export function Switch({ checked = false, onCheckedChange, className, ...props }: SwitchProps) {
  const state = checked ? 'checked' : 'unchecked'
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      data-state={state}
      onClick={() => onCheckedChange?.(!checked)}
      className={cn(
        'peer relative inline-flex h-6 w-10.5 shrink-0 items-center rounded-full bg-input transition-colors before:absolute before:-inset-2 disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:bg-primary',
        className,
      )}
      {...props}
    >
      <span
        data-state={state}
        className="pointer-events-none block size-5 translate-x-0.5 rounded-full bg-white shadow-sm transition-transform data-[state=checked]:translate-x-5 rtl:-translate-x-0.5 rtl:data-[state=checked]:-translate-x-5 dark:data-[state=checked]:bg-background"
      />
    </button>
  )
}
