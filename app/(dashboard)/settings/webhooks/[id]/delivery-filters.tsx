import { parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs'
import { useState } from 'react'
import { DateTimeInput } from '@/components/ui/date-time-input'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import type { PublicEventType } from '@/server/modules/webhooks/event-schema.ts'
import { PUBLIC_EVENTS } from '@/server/modules/webhooks/event-values-schema.ts'
import type { DeliveryStatus } from '@/server/modules/webhooks/schema.ts'
import { DELIVERY_STATUSES } from '@/server/modules/webhooks/values-schema.ts'
import { deliveryStates } from '../endpoint-state'

const RANGES = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const
const TIMES = [...(Object.keys(RANGES) as (keyof typeof RANGES)[]), 'between'] as const
type Time = (typeof TIMES)[number]

/** The filters, for the list and for resending. */
export interface ChosenDeliveries {
  status?: DeliveryStatus
  event_type?: PublicEventType
  from?: string
  to?: string
}

const startOf = (time: Time | null) =>
  time && time !== 'between' ? new Date(Date.now() - RANGES[time]).toISOString() : undefined

/** Returns the filters, kept in the URL. */
export function useDeliveryFilters() {
  const [status, setStatus] = useQueryState('status', parseAsStringLiteral(DELIVERY_STATUSES))
  const [event_type, setType] = useQueryState('event', parseAsStringLiteral(PUBLIC_EVENTS))
  const [time, setTime] = useQueryState('within', parseAsStringLiteral(TIMES))
  const [fromDate, setFromDate] = useQueryState('from', parseAsString)
  const [toDate, setToDate] = useQueryState('to', parseAsString)
  // Keeps the start of a range fixed while it is displayed.
  const [start, setStart] = useState(() => startOf(time))
  const between = time === 'between' ? { from: fromDate ?? undefined, to: toDate ?? undefined } : { from: start }
  const chosen: ChosenDeliveries = { status: status ?? undefined, event_type: event_type ?? undefined, ...between }
  return {
    chosen,
    filtered: Object.values(chosen).some((value) => value !== undefined),
    status,
    event_type,
    time,
    from: fromDate,
    to: toDate,
    setStatus,
    setType,
    setFrom: setFromDate,
    setTo: setToDate,
    setTime: (next: Time | null) => {
      setStart(startOf(next))
      return setTime(next)
    },
  }
}

interface DeliveryFiltersProps {
  filters: ReturnType<typeof useDeliveryFilters>
  /** Called before a filter changes. */
  onChoose: () => void
}

export function DeliveryFilters({ filters, onChoose }: DeliveryFiltersProps) {
  const choose =
    <Value,>(set: (value: Value) => Promise<unknown>) =>
    (value: Value) => {
      onChoose()
      void set(value)
    }
  const { status, event_type, time, from, to } = filters
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <SelectInput
        aria-label="State"
        value={status ?? 'all'}
        onChange={choose((value) => filters.setStatus(DELIVERY_STATUSES.find((known) => known === value) ?? null))}
        options={[
          { value: 'all', label: 'All states' },
          ...DELIVERY_STATUSES.map((value) => ({ value, label: deliveryStates[value].label })),
        ]}
      />
      <SelectInput
        aria-label="Event"
        value={event_type ?? 'all'}
        onChange={choose((value) => filters.setType(PUBLIC_EVENTS.find((known) => known === value) ?? null))}
        options={[{ value: 'all', label: 'All events' }, ...PUBLIC_EVENTS.map((value) => ({ value, label: value }))]}
      />
      <SelectInput
        aria-label="Time"
        value={time ?? 'all'}
        onChange={choose((value) => filters.setTime(TIMES.find((known) => known === value) ?? null))}
        options={[
          { value: 'all', label: 'Last 30 days' },
          { value: 'hour', label: 'Last hour' },
          { value: 'day', label: 'Last 24 hours' },
          { value: 'week', label: 'Last 7 days' },
          { value: 'between', label: 'Custom period' },
        ]}
      />
      {time === 'between' ? (
        <div className="grid gap-3 sm:col-span-3 sm:grid-cols-2">
          <Field label="From">
            <DateTimeInput value={from} onChange={choose(filters.setFrom)} />
          </Field>
          <Field label="To">
            <DateTimeInput value={to} onChange={choose(filters.setTo)} />
          </Field>
        </div>
      ) : null}
    </div>
  )
}
