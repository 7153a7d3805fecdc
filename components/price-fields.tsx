import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { InputField } from './ui/form'
import { NumberInput } from './ui/number-input'

interface PriceFieldsProps<Values extends FieldValues, Context, Output> {
  control: Control<Values, Context, Output>
  /** Name of the field of the price. */
  price: FieldPath<Values>
  /** Name of the field of its currency. */
  currency: FieldPath<Values>
  label: string
  /** A currency as an example. */
  currencyPlaceholder?: string
}

/** A price beside its currency. */
export const PriceFields = <Values extends FieldValues, Context, Output>({
  control,
  price,
  currency,
  label,
  currencyPlaceholder,
}: PriceFieldsProps<Values, Context, Output>) => (
  <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_7rem]">
    <InputField as={NumberInput} control={control} name={price} label={label} has_fractions placeholder="40" />
    <InputField
      control={control}
      name={currency}
      label="Currency"
      className="uppercase"
      maxLength={3}
      placeholder={currencyPlaceholder}
      autoCapitalize="characters"
    />
  </div>
)
