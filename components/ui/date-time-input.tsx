import type { ComponentProps } from 'react'
import { useTimeZone } from '@/components/time-zone'
import { cn } from '@/components/ui/cn'
import { Input } from '@/components/ui/input'
import { fromWallClock, offsetName, toWallClock } from '@/components/zoned-time'

interface DateTimeInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'min' | 'type'> {
  /** An instant in ISO 8601, or null. */
  value: string | null
  onChange: (instant: string | null) => void
  min?: string
}

/** The browser’s date and time picker, in the account’s time zone. */
export function DateTimeInput({ value, onChange, min, className, ...props }: DateTimeInputProps) {
  const timeZone = useTimeZone()
  const zone = `${timeZone.replaceAll('_', ' ')} ${value ? `(${offsetName(value, timeZone)})` : ''}`
  return (
    <div className="grid gap-1.5">
      <Input
        {...props}
        type="datetime-local"
        className={cn('figures', className)}
        value={value ? toWallClock(value, timeZone) : ''}
        min={min ? toWallClock(min, timeZone) : undefined}
        onChange={(event) => onChange(fromWallClock(event.target.value, timeZone))}
      />
      <p className="text-muted-foreground text-xs">{zone}</p>
    </div>
  )
}
