import { useState } from 'react'
import { DaysInput } from '@/components/days-input'
import { formatNumber } from '@/components/format'
import { useTimeZone } from '@/components/time-zone'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SelectInput } from '@/components/ui/select'
import { addDays, localDate } from '@/server/lib/time/time-zone.ts'
import type { Wait } from '@/server/modules/automations/graph-schema.ts'
import { MAX_MINUTES } from '@/server/modules/automations/values-schema.ts'
import { durationOf, minutesOf, type Unit } from '../../graph/words'

interface WaitFieldsProps {
  value: Wait
  onChange: (value: Wait) => void
}

const FOR = [
  { value: 'duration', label: 'For a time' },
  { value: 'weekday', label: 'Until a weekday and time' },
  { value: 'date', label: 'Until a date' },
]

export function WaitFields({ value, onChange }: WaitFieldsProps) {
  const zone = 'zone' in value ? value.zone : 'account'
  const time = 'at' in value ? value.at : '09:00'
  const account_zone = useTimeZone()
  return (
    <>
      <Field label="Wait">
        <SelectInput
          value={value.for}
          options={FOR}
          onChange={(chosen) => {
            if (chosen === 'duration') onChange({ for: 'duration', minutes: 1440 })
            else if (chosen === 'weekday') onChange({ for: 'weekday', weekdays: ['monday'], at: time, zone })
            else onChange({ for: 'date', date: tomorrowIn(account_zone), at: time, zone })
          }}
        />
      </Field>
      {value.for === 'duration' ? (
        <DurationField
          label="For"
          minimum={0}
          value={value.minutes}
          onChange={(minutes) => onChange({ ...value, minutes })}
        />
      ) : null}
      {value.for === 'weekday' ? (
        <Field label="Weekdays">
          <DaysInput value={value.weekdays} onChange={(weekdays) => onChange({ ...value, weekdays })} />
        </Field>
      ) : null}
      {value.for === 'date' ? (
        <Field
          label="Date"
          description="Subscribers who arrive later continue immediately."
          error={value.date ? undefined : 'Enter a date'}
        >
          <Input
            type="date"
            value={value.date}
            onChange={(event) => onChange({ ...value, date: event.target.value })}
          />
        </Field>
      ) : null}
      {value.for === 'duration' ? null : (
        <>
          <TimeField value={value.at} onChange={(next) => onChange({ ...value, at: next })} />
          <ZoneField value={value.zone} onChange={(next) => onChange({ ...value, zone: next })} />
        </>
      )}
    </>
  )
}

const tomorrowIn = (zone: string) => addDays(localDate(zone, new Date()), 1)

interface DurationFieldProps {
  label: string
  minimum: number
  value: number
  onChange: (minutes: number) => void
}

const UNITS: Unit[] = ['minute', 'hour', 'day']

export function DurationField({ label, minimum, value, onChange }: DurationFieldProps) {
  const [{ count, unit }, setTyped] = useState(() => {
    const { count: number, unit: of } = durationOf(value)
    return { count: String(number), unit: of }
  })
  const problemOf = (typed: string, of: Unit) => {
    const minutes = /^\d{1,7}$/.test(typed) ? minutesOf(Number(typed), of) : -1
    if (minutes < minimum) return `Enter ${minimum} or more`
    return minutes > MAX_MINUTES ? `Enter ${formatNumber(MAX_MINUTES / minutesOf(1, of))} or less` : undefined
  }
  function set(next: { count: string; unit: Unit }) {
    setTyped(next)
    if (problemOf(next.count, next.unit) === undefined) onChange(minutesOf(Number(next.count), next.unit))
  }
  return (
    <div className="grid grid-cols-[6rem_1fr] items-start gap-3">
      <Field label={label} error={problemOf(count, unit)}>
        <Input
          inputMode="numeric"
          className="figures"
          value={count}
          onChange={(event) => set({ count: event.target.value.trim(), unit })}
        />
      </Field>
      <Field label="Unit">
        <SelectInput
          value={unit}
          options={UNITS.map((one) => ({ value: one, label: count === '1' ? one : `${one}s` }))}
          onChange={(chosen) => set({ count, unit: UNITS.find((one) => one === chosen) ?? unit })}
        />
      </Field>
    </div>
  )
}

interface TimeFieldProps {
  value: string
  onChange: (value: string) => void
}

export function TimeField({ value, onChange }: TimeFieldProps) {
  return (
    <Field label="Time" error={value ? undefined : 'Enter a time'}>
      <Input
        type="time"
        className="figures w-36"
        value={value}
        onChange={(event) => onChange(event.target.value.slice(0, 5))}
      />
    </Field>
  )
}

interface ZoneFieldProps {
  value: 'account' | 'subscriber'
  onChange: (value: 'account' | 'subscriber') => void
}

export function ZoneField({ value, onChange }: ZoneFieldProps) {
  const zone = useTimeZone()
  return (
    <Field
      label="Time zone"
      description={value === 'subscriber' ? 'Subscribers without a known time zone get yours.' : undefined}
    >
      <SelectInput
        value={value}
        options={[
          { value: 'account', label: `Yours (${zone})` },
          { value: 'subscriber', label: 'Each subscriber’s' },
        ]}
        onChange={(chosen) => onChange(chosen === 'subscriber' ? 'subscriber' : 'account')}
      />
    </Field>
  )
}
