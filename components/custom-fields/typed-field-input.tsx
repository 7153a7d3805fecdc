import { type ReactNode, useId } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SelectInput } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import {
  type FieldFormat,
  fitsType,
  joinChoices,
  NO,
  readFieldValue,
  splitChoices,
  YES,
} from '@/server/modules/custom-fields/field-types-schema.ts'

export const MAX_TYPED_VALUE = 2000

interface TypedFieldInputProps {
  label: string
  hideLabel?: boolean
  description?: ReactNode
  format: FieldFormat
  /** The stored value; '' for none. */
  value: string
  onChange: (value: string) => void
  /** Label of the empty choice. Default: "No value". */
  unchosen?: string
  disabled?: boolean
  maxLength?: number
  className?: string | undefined
}

/** The input for a custom field's type. A stored value in another format stays until someone changes it. */
export function TypedFieldInput({ format, value, onChange, ...props }: TypedFieldInputProps) {
  const { label, hideLabel = false, description, unchosen = 'No value', disabled = false, maxLength, className } = props
  const read = readFieldValue(format, value)
  const problem = 'problem' in read ? `${label} ${read.problem}.` : undefined
  const is_unfit = value !== '' && !fitsType(format, value)
  const field = { label, hideLabel, className, description }
  switch (format.type) {
    case 'choices':
      return <ManyChoices {...field} choices={format.choices} value={value} onChange={onChange} disabled={disabled} />
    case 'choice':
    case 'yes_no': {
      const labels = format.type === 'choice' ? format.choices : [YES, NO]
      const options = [
        { value: '', label: unchosen },
        ...labels.map((one) => ({ value: one, label: one })),
        ...(is_unfit ? [{ value, label: `${value} (not a choice)` }] : []),
      ]
      return (
        <Field {...field}>
          <SelectInput value={value} options={options} disabled={disabled} onChange={onChange} />
        </Field>
      )
    }
    case 'date':
      // A text input for values in another format, which a date input would not show.
      return (
        <Field
          {...field}
          description={is_unfit ? `The stored value “${value}” is not a date. Choosing one replaces it.` : description}
        >
          <Input
            type="date"
            className="figures"
            value={is_unfit ? '' : value}
            disabled={disabled}
            onChange={(event) => onChange(event.target.value)}
          />
        </Field>
      )
    case 'number':
      return (
        <Field {...field} error={problem}>
          <Input
            inputMode="decimal"
            className="figures"
            value={value}
            autoComplete="off"
            disabled={disabled}
            maxLength={maxLength}
            onChange={(event) => onChange(event.target.value)}
          />
        </Field>
      )
    case 'text': {
      // A textarea for several lines, because a single-line input would join them.
      const Control = value.includes('\n') ? Textarea : Input
      return (
        <Field {...field}>
          <Control
            value={value}
            autoComplete="off"
            disabled={disabled}
            maxLength={maxLength}
            onChange={(event) => onChange(event.target.value)}
          />
        </Field>
      )
    }
  }
}

type ManyChoicesProps = Omit<TypedFieldInputProps, 'format' | 'maxLength'> & { choices: readonly string[] }

function ManyChoices({
  label,
  hideLabel,
  description,
  choices,
  value,
  onChange,
  disabled,
  className,
}: ManyChoicesProps) {
  const hint = useId()
  const chosenValues = splitChoices(value)
  // Labels that are no longer choices can be removed, but not selected again.
  const offered = [...choices, ...chosenValues.filter((one) => !choices.includes(one))]
  return (
    <fieldset disabled={disabled} aria-describedby={description ? hint : undefined} className={className}>
      <legend className={hideLabel ? 'sr-only' : 'mb-2.5 font-medium text-sm'}>{label}</legend>
      <div className="grid gap-2.5">
        {offered.map((choice) => (
          <Field key={choice} layout="inline" label={choices.includes(choice) ? choice : `${choice} (not a choice)`}>
            <Checkbox
              checked={chosenValues.includes(choice)}
              onCheckedChange={(checked) =>
                onChange(
                  joinChoices(
                    choices,
                    checked ? [...chosenValues, choice] : chosenValues.filter((other) => other !== choice),
                  ),
                )
              }
            />
          </Field>
        ))}
      </div>
      {description ? (
        <p id={hint} className="mt-2 text-muted-foreground text-sm">
          {description}
        </p>
      ) : null}
    </fieldset>
  )
}
