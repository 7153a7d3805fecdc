import { ChoiceField } from '@/components/choices/choice-field'
import { MAX_TYPED_VALUE, TypedFieldInput } from '@/components/custom-fields/typed-field-input'
import { useTypedField } from '@/components/custom-fields/use-typed-field'
import { Skeleton } from '@/components/ui/skeleton'

interface FieldInputProps {
  field: { id: number; name: string } | undefined
  onField: (field: { id: number; name: string } | undefined) => void
  value: string
  onValue: (value: string) => void
}

/** A custom field and its new value, in the input of its type. */
export function FieldInput({ field, onField, value, onValue }: FieldInputProps) {
  const format = useTypedField(field?.id ?? 0)
  return (
    <>
      <ChoiceField
        kind="field"
        label="Custom field"
        noun="field"
        value={field?.id ?? 0}
        name={field?.name}
        onChange={(id, name = '') => {
          onField(id ? { id, name } : undefined)
          // The previous field's value may be invalid for this one.
          if (id !== field?.id) onValue('')
        }}
      />
      {format ? (
        <TypedFieldInput
          label="New value"
          description={EMPTY[format.type] ?? 'Leave it empty to clear the field.'}
          format={format}
          value={value}
          maxLength={MAX_TYPED_VALUE}
          onChange={onValue}
        />
      ) : field ? (
        <Skeleton className="h-9.5" />
      ) : null}
    </>
  )
}

const EMPTY: Partial<Record<string, string>> = {
  choice: '“No value” clears the field.',
  yes_no: '“No value” clears the field.',
  choices: 'Choose none to clear the field.',
}
