import { type ComponentProps, useState } from 'react'
import { isInRange, type NumberRange, rangeText } from '@/components/number-text'
import { Field } from '@/components/ui/field'
import { NumberInput } from '@/components/ui/number-input'

interface NumberFieldProps extends Omit<ComponentProps<typeof Field>, 'children' | 'error' | 'optional'>, NumberRange {
  value: number | undefined
  /** Receives NaN while the number is missing or out of range, so nothing is saved that is not displayed. */
  onChange: (value: number) => void
  /** Only reports accepted numbers, for fields that save while someone types. */
  is_autosaved?: boolean
  /** For an optional number: called when the field is empty. */
  onEmpty?: () => void
  placeholder?: string
}

interface Entered {
  number: number
  is_blank: boolean
  /** The resulting value. */
  passed: number | undefined
}

/** A number in a range. Rejected input stays visible, with the accepted range. */
export function NumberField({
  value,
  onChange,
  min,
  max,
  has_fractions,
  is_autosaved = false,
  onEmpty,
  placeholder,
  ...props
}: NumberFieldProps) {
  const [entered, setEntered] = useState<Entered>()
  const range = { min, max, has_fractions }
  // Keeps rejected input. A different value was set elsewhere, and replaces it.
  const current = entered !== undefined && Object.is(entered.passed, value) ? entered : undefined
  const shownNumber = current ? current.number : (value ?? Number.NaN)
  const is_blank = Number.isNaN(shownNumber) && (current?.is_blank ?? true)
  const is_accepted = is_blank && onEmpty ? true : isInRange(shownNumber, range)
  return (
    <Field {...props} error={is_accepted ? undefined : rangeText(range)}>
      <NumberInput
        value={shownNumber}
        min={min}
        max={max}
        has_fractions={has_fractions}
        placeholder={placeholder}
        className="figures"
        {...(min < 0 && { inputMode: 'text' as const })}
        onChange={(next, text) => {
          const is_left_out = onEmpty !== undefined && text.trim() === ''
          const is_refused = !isInRange(next, range)
          const refused = is_autosaved ? value : Number.NaN
          const passed = is_left_out ? undefined : is_refused ? refused : next
          setEntered({ number: next, is_blank: text.trim() === '', passed })
          if (is_left_out) onEmpty()
          else if (passed !== undefined && !Object.is(passed, value)) onChange(passed)
        }}
      />
    </Field>
  )
}
