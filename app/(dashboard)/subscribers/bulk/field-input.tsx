'use client'

import { ChoiceField } from '@/components/choices/choice-field'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

interface FieldInputProps {
  field: { id: number; name: string } | undefined
  onField: (field: { id: number; name: string } | undefined) => void
  value: string
  onValue: (value: string) => void
}

/** A custom field and its new value. */
export function FieldInput({ field, onField, value, onValue }: FieldInputProps) {
  return (
    <>
      <ChoiceField
        kind="field"
        label="Custom field"
        noun="field"
        value={field?.id ?? 0}
        name={field?.name}
        onChange={(id, name = '') => onField(id ? { id, name } : undefined)}
      />
      <Field label="New value" description="Leave it empty to clear the field.">
        <Input value={value} maxLength={2000} autoComplete="off" onChange={(event) => onValue(event.target.value)} />
      </Field>
    </>
  )
}
