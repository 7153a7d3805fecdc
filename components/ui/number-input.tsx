'use client'

import { type ComponentProps, useState } from 'react'
import { readNumber, textOfNumber } from '@/components/number-text'
import { Input } from '@/components/ui/input'

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'min' | 'max'> {
  /** NaN and null are shown as nothing. */
  value: unknown
  /** Receives NaN while the text is no number. */
  onChange: (value: number, text: string) => void
  has_fractions?: boolean | undefined
}

/**
 * A number as someone types it. An input of the type number has no text on the way to a number, such as “1.” or “-”, and changes with the
 * wheel of a mouse.
 */
export function NumberInput({ value, onChange, has_fractions = false, ...props }: NumberInputProps) {
  const number = typeof value === 'number' ? value : Number.NaN
  const [typed, setTyped] = useState(() => textOfNumber(number))
  // Another value than what was typed comes from elsewhere, such as Discard.
  const shown = Object.is(readNumber(typed), number) ? typed : textOfNumber(number)
  return (
    <Input
      inputMode={has_fractions ? 'decimal' : 'numeric'}
      {...props}
      autoComplete="off"
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(readNumber(target.value), target.value)
      }}
    />
  )
}
