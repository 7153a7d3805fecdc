import { z } from 'zod'
import { Id, missing, named, Timestamp } from '../../core/wire.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import { FIELD_TYPES, type FieldFormat, hasChoices } from './field-types-schema.ts'

/**
 * Data that a creator stores about subscribers besides name and email address. When the label changes, `key` changes too, but `name` does
 * not.
 */
export const CustomField = named('CustomField', {
  id: z.int(),
  name: z.string().meta({ example: 'service_field_12_last_name' }),
  key: z.string().meta({ example: 'last_name', description: 'Key in `fields`, and variable in emails.' }),
  label: z.string().meta({ example: 'Last name' }),
})
export type CustomField = z.infer<typeof CustomField>

/** A field in the response of a bulk request. */
export const DatedCustomField = CustomField.extend({ created_at: Timestamp }).meta({ id: 'DatedCustomField' })
export type DatedCustomField = z.infer<typeof DatedCustomField>

/** A failed item in that response. */
export const CustomFieldEcho = z.object({ label: z.string().nullable() })

export const CustomFieldInput = z.object({
  label: z
    .string(missing("Label can't be blank"))
    .overwrite(singleLine)
    .trim()
    .min(1, "Label can't be blank")
    .max(255, 'Label is too long (maximum is 255 characters)'),
})
export type CustomFieldInput = z.infer<typeof CustomFieldInput>

/** A field in the dashboard. The API has no types. */
export interface TypedField extends CustomField, FieldFormat {}

const MAX_CHOICES = 100
const MAX_CHOICE_LENGTH = 100

/** Returns one problem at a time, because all labels are entered in one input. Skips blank lines. */
function choicesProblem(labels: readonly string[]): string | undefined {
  if (labels.length > MAX_CHOICES) return `Enter at most ${MAX_CHOICES} choices`
  if (labels.some((label) => label.length > MAX_CHOICE_LENGTH))
    return `Use at most ${MAX_CHOICE_LENGTH} characters per choice`
  const separated = labels.find((label) => /[,;]/.test(label))
  if (separated !== undefined) return `A choice can’t contain a comma or a semicolon: “${separated}”`
  const folded = labels.map((label) => label.toLowerCase())
  const twice = labels.find((_, at) => folded.indexOf(folded[at] ?? '') !== at)
  return twice === undefined ? undefined : `“${twice}” is listed twice`
}

export const Format = z.object({
  type: z.enum(FIELD_TYPES).default('text'),
  choices: z
    .array(z.string().max(1000, `Use at most ${MAX_CHOICE_LENGTH} characters per choice`))
    .max(1000, `Enter at most ${MAX_CHOICES} choices`)
    .transform((labels) => labels.map((label) => singleLine(label).trim()).filter((label) => label !== ''))
    .superRefine((labels, issues) => {
      const message = choicesProblem(labels)
      if (message) issues.addIssue({ code: 'custom', message })
    })
    .default([]),
})

/** Only two types have choices. Other types drop them, so changing the type back starts without choices. */
const withChoices = <Value extends z.infer<typeof Format>>(value: Value, issues: z.RefinementCtx): Value => {
  if (!hasChoices(value.type)) return { ...value, choices: [] }
  if (value.choices.length === 0)
    issues.addIssue({ code: 'custom', path: ['choices'], message: 'Enter at least one choice' })
  return value
}

export const TypedFieldInput = CustomFieldInput.extend(Format.shape).transform(withChoices)
export type TypedFieldInput = z.infer<typeof TypedFieldInput>

export const TypedFieldChange = CustomFieldInput.extend({ ...Format.shape, id: Id }).transform(withChoices)
export type TypedFieldChange = z.infer<typeof TypedFieldChange>

export const FitInput = Format.extend({ id: Id }).transform(withChoices)
export type FitInput = z.infer<typeof FitInput>

/** Number of stored values that do not fit a type, with examples. */
export interface FieldFit {
  values: number
  unfit: number
  examples: string[]
}
