import type { ComponentProps } from 'react'
import { Input } from '@/components/ui/input'
import { webAddress } from './link-target'

interface AddressInputProps extends Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'type'> {
  value: string | null | undefined
  onChange: (value: string) => void
}

/** An input for a web address. Adds a missing https:// when it loses the focus, and before Enter submits its form. */
export function AddressInput({ value, onChange, onBlur, onKeyDown, ...input }: AddressInputProps) {
  const text = value ?? ''
  const complete = () => {
    const whole = webAddress(text)
    if (whole !== text) onChange(whole)
  }
  return (
    <Input
      inputMode="url"
      placeholder="https://"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...input}
      value={text}
      onChange={({ target }) => onChange(target.value)}
      onBlur={(event) => {
        complete()
        onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') complete()
        onKeyDown?.(event)
      }}
    />
  )
}
