import { useQuery } from '@tanstack/react-query'
import { ChoiceOptions } from '@/components/choices/choice-options'
import { NumberField } from '@/components/number-field'
import { OptionList } from '@/components/option-list'
import { useTimeZone } from '@/components/time-zone'
import { useTRPC } from '@/components/trpc-provider'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SelectInput } from '@/components/ui/select'
import { inLocaleOnce } from '@/server/lib/locale/formats.ts'
import { COUNTRY_CODES } from '@/server/lib/text/country-codes.ts'
import { localDate } from '@/server/lib/time/time-zone.ts'
import { ENGAGEMENT_LEVELS, type EngagementLevel } from '@/server/modules/subscribers/segment-filter-schema.ts'
import { CustomFieldChoice } from './attribute-fields'
import type { ConditionOf } from './conditions'
import { DatesFields, DaysField, WindowFields } from './window-fields'

// Conditions that only segments have.

interface FieldsProps<C> {
  condition: C
  onChange: (condition: C) => void
}

/** Subscribers who were in a sequence or an automation, are in it or completed it. */
export function MembershipFields({ condition, onChange }: FieldsProps<ConditionOf<'sequences' | 'automations'>>) {
  const [noun, now] =
    condition.type === 'sequences' ? (['sequence', 'active'] as const) : (['automation', 'in'] as const)
  return (
    <>
      <Field label="When" hideLabel className="w-56 max-sm:w-full">
        <SelectInput
          value={condition.status}
          options={[
            { value: 'any', label: 'at any time' },
            { value: now, label: 'now' },
            { value: 'completed', label: 'and completed it' },
          ]}
          onChange={(status) => onChange({ ...condition, status } as typeof condition)}
        />
      </Field>
      <ChoiceOptions
        kind={noun}
        label={noun === 'sequence' ? 'Any of these sequences' : 'Any of these automations'}
        noun={noun}
        chosenId={condition.ids}
        onChange={(ids) => onChange({ ...condition, ids })}
      />
    </>
  )
}

/** Number, period, total and products of purchases. */
export function PurchasesFields({ condition, onChange }: FieldsProps<ConditionOf<'purchases'>>) {
  const {
    count_greater_than_or_equal: times,
    total_greater_than_or_equal: total,
    currency,
    product_ids = [],
  } = condition
  const { data: usual = 'USD' } = useQuery(useTRPC().purchases.usualCurrency.queryOptions())
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <NumberField
          label="Minimum purchases"
          layout="row"
          className="w-40"
          min={1}
          max={100_000}
          value={times}
          onChange={(least) => onChange({ ...condition, count_greater_than_or_equal: least })}
        />
        <NumberField
          label="Minimum total (optional)"
          layout="row"
          className="w-40 max-sm:grow"
          min={0}
          max={1e10}
          has_fractions
          placeholder="100"
          value={total}
          onChange={(least) =>
            onChange({ ...condition, total_greater_than_or_equal: least, currency: currency ?? usual })
          }
          onEmpty={() => {
            const { total_greater_than_or_equal: _, ...rest } = condition
            onChange(rest)
          }}
        />
        <Field label="Currency" className="w-28">
          <Input
            maxLength={3}
            autoComplete="off"
            placeholder={total === undefined ? 'Any' : usual}
            value={currency ?? ''}
            onChange={({ target: { value } }) => {
              const { currency: _, ...rest } = condition
              onChange(value === '' ? rest : { ...rest, currency: value.toUpperCase() })
            }}
          />
        </Field>
      </div>
      <WindowFields condition={condition} onChange={onChange} />
      <ChoiceOptions
        kind="product"
        label="Any of these products (optional)"
        noun="product"
        chosenId={product_ids}
        onChange={(ids) => onChange({ ...condition, product_ids: ids })}
      />
    </>
  )
}

export const LEVELS: Record<EngagementLevel, { label: string; description: string }> = {
  high: { label: 'High', description: 'Opened or clicked in the last 30 days.' },
  medium: { label: 'Medium', description: 'Last opened or clicked 31 to 90 days ago.' },
  low: { label: 'Low', description: 'Last opened or clicked 91 to 180 days ago.' },
  none: { label: 'None', description: 'No opens or clicks in 180 days, though you sent email in the last 90.' },
}

export function LevelFields({ condition, onChange }: FieldsProps<ConditionOf<'engagement_level'>>) {
  const { levels } = condition
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">Any of these levels</legend>
      {ENGAGEMENT_LEVELS.map((level) => (
        <Field key={level} layout="inline" label={LEVELS[level].label} description={LEVELS[level].description}>
          <Checkbox
            checked={levels.includes(level)}
            onCheckedChange={(checked) =>
              onChange({ ...condition, levels: checked ? [...levels, level] : levels.filter((one) => one !== level) })
            }
          />
        </Field>
      ))}
    </fieldset>
  )
}

const countries = inLocaleOnce((tag) => {
  const regions = new Intl.DisplayNames([tag], { type: 'region' })
  return COUNTRY_CODES.map((code, id) => ({ id, code, name: regions.of(code) ?? code })).sort((a, b) =>
    a.name.localeCompare(b.name, tag),
  )
})

export function CountryFields({ condition, onChange }: FieldsProps<ConditionOf<'country'>>) {
  return (
    <OptionList
      label="Any of these countries"
      noun="country"
      options={countries()}
      chosenIds={condition.codes.map((code) => COUNTRY_CODES.indexOf(code))}
      onChange={(chosen) => onChange({ ...condition, codes: chosen.flatMap((id) => COUNTRY_CODES[id] ?? []) })}
    />
  )
}

const DATES = [
  { value: 'next', label: 'in the next' },
  { value: 'last', label: 'in the last' },
  { value: 'between', label: 'between two dates' },
  { value: 'any', label: 'any date' },
]

/** Days are in the account's time zone, as in automations. */
export function DateFields({ condition, onChange }: FieldsProps<ConditionOf<'date_field'>>) {
  const zone = useTimeZone()
  const { subscriber_custom_field_id: id, next_days, last_days, after, before, yearly } = condition
  const kind =
    next_days !== undefined
      ? 'next'
      : last_days !== undefined
        ? 'last'
        : after !== undefined || before !== undefined
          ? 'between'
          : 'any'
  const days = next_days ?? last_days ?? 7
  const base = { type: 'date_field' as const, subscriber_custom_field_id: id }
  const withDays = (how: string, count: number) => ({
    ...base,
    ...(yearly ? { yearly } : {}),
    ...(how === 'next' ? { next_days: count } : { last_days: count }),
  })
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <CustomFieldChoice id={id} onChange={(next) => onChange({ ...condition, subscriber_custom_field_id: next })} />
        <Field label="When" hideLabel className="w-44 max-sm:w-40">
          <SelectInput
            value={kind}
            options={DATES}
            onChange={(next) => {
              const today = localDate(zone, new Date())
              if (next === 'between') onChange({ ...base, after: `${today.slice(0, 4)}-01-01`, before: today })
              else if (next === 'any') onChange(base)
              else onChange(withDays(next, days))
            }}
          />
        </Field>
        {kind === 'next' || kind === 'last' ? (
          <DaysField value={days} min={0} max={365} onChange={(count) => onChange(withDays(kind, count))} />
        ) : null}
        {kind === 'between' ? (
          <DatesFields
            after={after}
            before={before}
            onChange={(dates) => onChange({ ...base, after, before, ...dates })}
          />
        ) : null}
      </div>
      {kind === 'next' || kind === 'last' ? (
        <Field layout="inline" label="Every year" description="Compares month and day only, as for birthdays.">
          <Checkbox
            checked={yearly ?? false}
            onCheckedChange={(checked) => {
              const { yearly: _, ...rest } = withDays(kind, days)
              onChange(checked ? { ...rest, yearly: true } : rest)
            }}
          />
        </Field>
      ) : null}
    </>
  )
}
