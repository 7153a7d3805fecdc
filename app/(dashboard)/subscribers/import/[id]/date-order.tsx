import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import { DATE_ORDERS, type DateOrder } from '@/server/lib/time/written-date.ts'

interface DateOrderFieldProps {
  header: string
  /** Undefined until the creator has chosen. */
  value: DateOrder | undefined
  onChange: (order: DateOrder) => void
}

const LABELS = { day_first: 'Day first: 31/12/2025', month_first: 'Month first: 12/31/2025' } as const

/** Asks which part of a date such as 12/01/2023 is the month. */
export function DateOrderField({ header, value, onChange }: DateOrderFieldProps) {
  return (
    <Field
      label={`${header} date format`}
      hideLabel
      error={value === undefined ? 'These dates can be read in two ways. Choose one.' : undefined}
    >
      <SelectInput
        value={value}
        placeholder="Day or month first?"
        onChange={(chosen) => {
          const order = DATE_ORDERS.find((one) => one === chosen)
          if (order) onChange(order)
        }}
        options={DATE_ORDERS.map((order) => ({ value: order, label: LABELS[order] }))}
      />
    </Field>
  )
}
