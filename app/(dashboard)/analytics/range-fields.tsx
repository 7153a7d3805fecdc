import { useTimeZone } from '@/components/time-zone'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SelectInput } from '@/components/ui/select'
import { addDays, localDate } from '@/server/lib/time/time-zone.ts'
import { RANGES, type Range } from './queries'

const OPTIONS = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 365 days' },
  { value: 'custom', label: 'Custom period' },
]

interface RangeFieldsProps {
  address: Range
  onChange: (next: Partial<{ [Name in keyof Range]: Range[Name] | null }>) => void
}

/** Selects the period of the figures, and whether to compare it with the previous one. */
export function RangeFields({ address: { days, from, to, compare }, onChange }: RangeFieldsProps) {
  const today = localDate(useTimeZone(), new Date())
  const is_custom = from !== null && to !== null
  function choose(value: string) {
    if (value === 'custom') onChange({ from: addDays(today, 1 - days), to: today })
    else onChange({ days: RANGES.find((range) => String(range) === value) ?? null, from: null, to: null })
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <SelectInput
        aria-label="Period"
        className="w-44 max-sm:w-full"
        value={is_custom ? 'custom' : String(days)}
        options={OPTIONS}
        onChange={choose}
      />
      {is_custom ? (
        <div className="flex items-center gap-2 max-sm:w-full">
          <DayInput label="From" value={from} max={to} onChange={(day) => onChange({ from: day, to })} />
          <span className="text-muted-foreground text-sm">to</span>
          <DayInput label="To" value={to} min={from} max={today} onChange={(day) => onChange({ from, to: day })} />
        </div>
      ) : null}
      <Field layout="inline" label="Compare with previous period">
        <Checkbox
          checked={compare}
          onCheckedChange={(checked) => onChange({ compare: checked === true ? null : false })}
        />
      </Field>
    </div>
  )
}

interface DayInputProps {
  label: string
  value: string
  min?: string
  max?: string
  onChange: (day: string) => void
}

function DayInput({ label, value, onChange, ...bounds }: DayInputProps) {
  return (
    <Input
      type="date"
      aria-label={label}
      className="figures w-38 max-sm:w-full"
      value={value}
      {...bounds}
      // A date is empty at times while it is being typed.
      onChange={({ target }) => target.value && onChange(target.value)}
    />
  )
}
