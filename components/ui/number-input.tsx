import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { readNumber, steppedNumber, textOfNumber } from '@/components/number-text'
import { Input } from '@/components/ui/input'

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'min' | 'max'> {
  /** NaN and null are shown as an empty input. */
  value: unknown
  /** Receives NaN while the text is not a number. */
  onChange: (value: number, text: string) => void
  has_fractions?: boolean | undefined
  /** Limits of the arrow keys. The form validates typed numbers. */
  min?: number | undefined
  max?: number | undefined
}

/**
 * A typed number. Inputs of type number hide the text of an incomplete number, such as “1.” or “-”, and change with the mouse wheel. Arrow
 * keys change this one too: by 1, or by 10 with Shift.
 */
export function NumberInput({
  value,
  onChange,
  onKeyDown,
  has_fractions = false,
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  ...props
}: NumberInputProps) {
  const number = typeof value === 'number' ? value : Number.NaN
  const [typed, setTyped] = useState(() => textOfNumber(number))
  // A different value comes from elsewhere, such as Discard.
  const shownText = Object.is(readNumber(typed), number) ? typed : textOfNumber(number)

  function enter(text: string) {
    setTyped(text)
    onChange(readNumber(text), text)
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event)
    const { altKey, ctrlKey, metaKey, currentTarget } = event
    if (altKey || ctrlKey || metaKey || currentTarget.readOnly) return
    const next = steppedNumber(number, event, { min, max })
    if (next === undefined) return
    // The keys would also move the cursor to the start or end of the text.
    event.preventDefault()
    if (next !== number) enter(textOfNumber(next))
  }

  return (
    <Input
      inputMode={has_fractions ? 'decimal' : 'numeric'}
      {...props}
      autoComplete="off"
      value={shownText}
      onKeyDown={press}
      onChange={({ target }) => enter(target.value)}
    />
  )
}
