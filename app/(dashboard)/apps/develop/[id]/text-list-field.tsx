import { useRef } from 'react'
import { type Control, type FieldPath, type FieldValues, useController, useFormState } from 'react-hook-form'
import { Plus, X } from '@/components/generated/icons'
import { Button, IconButton } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

interface LinesFieldProps<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>
  /** A form field with an array of strings. */
  name: FieldPath<Values>
  label: string
  /** Noun for an entry: "Redirect URI". */
  noun: string
  description: string
  placeholder: string
}

/** A list of text inputs, each with its own error. */
export function TextListField<Values extends FieldValues, Output>({
  control,
  name,
  label,
  noun,
  description,
  placeholder,
}: LinesFieldProps<Values, Output>) {
  const list = useRef<HTMLFieldSetElement>(null)
  const { field } = useController({ control, name })
  const { errors } = useFormState({ control, name })
  const entries: string[] = field.value
  const fieldErrors = errors[name] as { message?: string; root?: { message?: string } } & Record<
    number,
    { message?: string }
  >
  const set = (next: string[]) => field.onChange(next)

  function add() {
    set([...entries, ''])
    // The new input only exists after this render.
    requestAnimationFrame(() => [...(list.current?.querySelectorAll('input') ?? [])].at(-1)?.focus())
  }

  return (
    <fieldset ref={list} className="grid min-w-0 gap-2">
      <legend className="mb-2 font-medium text-sm">{label}</legend>
      <p className="text-muted-foreground text-sm">{description}</p>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are identified by position
        <div key={index} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-1.5">
          <Field label={`${noun} ${index + 1}`} hideLabel error={fieldErrors?.[index]?.message}>
            <Input
              value={entry}
              placeholder={placeholder}
              spellCheck={false}
              autoComplete="off"
              inputMode="url"
              onBlur={field.onBlur}
              onChange={(event) => set(entries.map((other, i) => (i === index ? event.target.value.trim() : other)))}
            />
          </Field>
          <IconButton
            icon={X}
            label={`Remove ${lower(noun)} ${index + 1}`}
            size="icon"
            onClick={() => set(entries.filter((_, i) => i !== index))}
          />
        </div>
      ))}
      {fieldErrors?.message || fieldErrors?.root?.message ? (
        <p role="alert" className="text-destructive-ink text-sm">
          {fieldErrors.message ?? fieldErrors.root?.message}
        </p>
      ) : null}
      <Button variant="outline" size="sm" className="justify-self-start" onClick={add}>
        <Plus aria-hidden /> Add {lower(noun)}
      </Button>
    </fieldset>
  )
}

/** Lowercases the noun for use in a sentence, except initialisms as in "URI". */
const lower = (noun: string) => noun.charAt(0).toLowerCase() + noun.slice(1)
