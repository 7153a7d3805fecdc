import { cn } from '@/components/ui/cn'

export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Day = (typeof DAYS)[number]

interface DaysInputProps {
  id?: string
  value: readonly Day[]
  onChange: (days: Day[]) => void
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

/** Days of the week. At least one day stays selected. */
export function DaysInput({ value, onChange, 'aria-invalid': _, ...props }: DaysInputProps) {
  return (
    <fieldset className="grid max-w-sm grid-cols-7 gap-1.5" {...props}>
      <legend className="sr-only">Days</legend>
      {DAYS.map((day) => {
        const is_on = value.includes(day)
        const name = day[0]?.toUpperCase() + day.slice(1)
        const next = DAYS.filter((other) => (other === day ? !is_on : value.includes(other)))
        return (
          <button
            key={day}
            type="button"
            aria-pressed={is_on}
            onClick={() => (next.length > 0 ? onChange(next) : undefined)}
            className={cn(
              'h-9 min-w-0 rounded-md border font-medium text-sm transition-colors max-md:h-11',
              is_on
                ? 'border-primary bg-primary text-primary-foreground'
                : 'border-input bg-card text-muted-foreground hover:text-foreground',
            )}
          >
            <span aria-hidden="true">{name.slice(0, 3)}</span>
            <span className="sr-only">{name}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
