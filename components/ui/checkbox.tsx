import type { ComponentProps } from 'react'
import { Check, Minus } from '@/components/generated/icons'
import { cn } from '@/components/ui/cn'

type Checked = boolean | 'indeterminate'

interface CheckboxProps extends Omit<ComponentProps<'button'>, 'value' | 'onChange'> {
  checked?: Checked
  onCheckedChange?: (checked: boolean) => void
}

export function Checkbox({ checked = false, onCheckedChange, className, ...props }: CheckboxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the browser's own checkbox cannot be styled in all states
    <button
      type="button"
      role="checkbox"
      aria-checked={checked === 'indeterminate' ? 'mixed' : checked}
      data-state={checked === 'indeterminate' ? checked : checked ? 'checked' : 'unchecked'}
      onClick={() => onCheckedChange?.(checked !== true)}
      // Only Space toggles a checkbox, while Enter would press a button.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      className={cn(
        'group peer relative grid size-4.5 shrink-0 place-items-center rounded-[0.3125rem] border border-input bg-card shadow-xs transition-colors before:absolute before:-inset-2.5 hover:border-muted-foreground disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-destructive data-[state=checked]:border-primary data-[state=indeterminate]:border-primary data-[state=checked]:bg-primary data-[state=indeterminate]:bg-primary',
        className,
      )}
      {...props}
    >
      {checked ? (
        <span className="pointer-events-none grid place-items-center text-primary-foreground">
          <Check aria-hidden strokeWidth={3} className="size-3.5 group-data-[state=indeterminate]:hidden" />
          <Minus aria-hidden strokeWidth={3} className="hidden size-3.5 group-data-[state=indeterminate]:block" />
        </span>
      ) : null}
    </button>
  )
}
