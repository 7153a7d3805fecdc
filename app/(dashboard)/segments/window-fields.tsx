'use client'

import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SelectInput } from '@/components/ui/select'
import { WHEN, type Windowed, whenOf, withWindow } from './conditions'

interface WindowFieldsProps<C> {
  condition: C
  onChange: (condition: C) => void
}

/** The period of a condition. Days are in UTC, as in the API. */
export function WindowFields<C extends Windowed>({ condition, onChange }: WindowFieldsProps<C>) {
  const when = whenOf(condition)
  const { last_days = 30, after, before } = condition
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label="When" hideLabel className="w-44 max-sm:w-40">
        <SelectInput
          value={when}
          options={WHEN}
          onChange={(next) => {
            const today = new Date().toISOString().slice(0, 10)
            if (next === 'last') onChange(withWindow(condition, { last_days: 30 }))
            else if (next === 'between')
              onChange(withWindow(condition, { after: `${today.slice(0, 4)}-01-01`, before: today }))
            else onChange(withWindow(condition, {}))
          }}
        />
      </Field>
      {when === 'last' ? (
        <>
          <Field label="Days" hideLabel className="w-20">
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              max={1830}
              value={last_days}
              onChange={(event) =>
                onChange(
                  withWindow(condition, {
                    last_days: Math.min(1830, Math.max(1, Math.trunc(Number(event.target.value) || 1))),
                  }),
                )
              }
            />
          </Field>
          <span className="pb-2 text-muted-foreground text-sm">{last_days === 1 ? 'day' : 'days'}</span>
        </>
      ) : null}
      {when === 'between' ? (
        <>
          <Field label="First day" hideLabel className="w-40 max-sm:grow">
            <Input
              type="date"
              value={after ?? ''}
              onChange={(event) => onChange(withWindow(condition, { after: event.target.value || undefined, before }))}
            />
          </Field>
          <Field label="Last day" hideLabel className="w-40 max-sm:grow">
            <Input
              type="date"
              value={before ?? ''}
              onChange={(event) => onChange(withWindow(condition, { after, before: event.target.value || undefined }))}
            />
          </Field>
        </>
      ) : null}
    </div>
  )
}
