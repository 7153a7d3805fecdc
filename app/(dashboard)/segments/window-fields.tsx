import { NumberField } from '@/components/number-field'
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
  const kind = whenOf(condition)
  const { last_days = 30, after, before } = condition
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label="When" hideLabel className="w-44 max-sm:w-40">
        <SelectInput
          value={kind}
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
      {kind === 'last' ? (
        <DaysField
          value={last_days}
          min={1}
          max={1830}
          onChange={(days) => onChange(withWindow(condition, { last_days: days }))}
        />
      ) : null}
      {kind === 'between' ? (
        <DatesFields
          after={after}
          before={before}
          onChange={(dates) => onChange(withWindow(condition, { after, before, ...dates }))}
        />
      ) : null}
    </div>
  )
}

interface DaysFieldProps {
  value: number
  min: number
  max: number
  onChange: (days: number) => void
}

export function DaysField({ value, min, max, onChange }: DaysFieldProps) {
  return (
    <>
      <NumberField
        label="Days"
        hideLabel
        layout="row"
        className="w-20"
        min={min}
        max={max}
        value={value}
        onChange={onChange}
      />
      <span className="pb-2 text-muted-foreground text-sm">{value === 1 ? 'day' : 'days'}</span>
    </>
  )
}

interface Dates {
  after?: string | undefined
  before?: string | undefined
}

/** Two days, YYYY-MM-DD, each of which is optional. */
export function DatesFields({ after, before, onChange }: Dates & { onChange: (dates: Dates) => void }) {
  return (
    <>
      <Field label="First day" hideLabel className="w-40 max-sm:grow">
        <Input
          type="date"
          value={after ?? ''}
          onChange={(event) => onChange({ after: event.target.value || undefined })}
        />
      </Field>
      <Field label="Last day" hideLabel className="w-40 max-sm:grow">
        <Input
          type="date"
          value={before ?? ''}
          onChange={(event) => onChange({ before: event.target.value || undefined })}
        />
      </Field>
    </>
  )
}
