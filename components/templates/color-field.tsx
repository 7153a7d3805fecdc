import type { ComponentProps } from 'react'
import { useId } from 'react'
import { cn } from '@/components/ui/cn'
import { Input } from '@/components/ui/input'

interface ColorFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  label: string
  value: string
  onChange: (color: string) => void
  /** The account’s colors, listed first. */
  palette: readonly string[]
  error?: string | undefined
}

/** A color from the palette or the browser’s picker, or typed. */
export function ColorField({ label, value, onChange, palette, error, disabled, ...props }: ColorFieldProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id} className="text-sm">
          {label}
        </label>
        <div className="flex items-center gap-2">
          <input
            type="color"
            aria-label={`${label}, picker`}
            disabled={disabled}
            value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#000000'}
            onChange={({ target }) => onChange(target.value)}
            className="size-8 shrink-0 cursor-pointer rounded-md border border-input bg-transparent p-0.5 disabled:cursor-not-allowed"
          />
          <Input
            {...props}
            id={id}
            disabled={disabled}
            value={value}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={({ target }) => onChange(target.value)}
            className="w-26 font-mono text-sm"
          />
        </div>
      </div>
      {palette.length > 0 && !disabled ? (
        <div className="flex flex-wrap justify-end gap-1.5">
          {palette.map((color) => (
            <button
              key={color}
              type="button"
              aria-label={`${label}: ${color}`}
              aria-pressed={color === value}
              onClick={() => onChange(color)}
              style={{ backgroundColor: color }}
              className={cn(
                'size-6 cursor-pointer rounded-full border border-border-strong',
                color === value && 'outline-2 outline-primary outline-offset-2',
              )}
            />
          ))}
        </div>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="text-destructive-ink text-sm">
          {error}
        </p>
      ) : null}
    </div>
  )
}
