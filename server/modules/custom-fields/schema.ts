import { z } from 'zod'
import { Timestamp } from '../../core/wire.ts'
import { singleLine } from '../../lib/text/single-line.ts'

/** What a creator stores about subscribers besides name and email address. `key` changes with the label, `name` does not. */
export const CustomField = z
  .object({
    id: z.int(),
    name: z.string().meta({ example: 'service_field_12_last_name' }),
    key: z.string().meta({ example: 'last_name', description: 'Member of `fields`, and variable in emails.' }),
    label: z.string().meta({ example: 'Last name' }),
  })
  .meta({ id: 'CustomField' })
export type CustomField = z.infer<typeof CustomField>

/** A field in the response of a bulk request. */
export const DatedCustomField = CustomField.extend({ created_at: Timestamp }).meta({ id: 'DatedCustomField' })
export type DatedCustomField = z.infer<typeof DatedCustomField>

/** A failed item in that response. */
export const CustomFieldEcho = z.object({ label: z.string().nullable() })

export const CustomFieldInput = z.object({
  label: z
    .string({ error: "Label can't be blank" })
    .overwrite(singleLine)
    .trim()
    .min(1, "Label can't be blank")
    .max(255, 'Label is too long (maximum is 255 characters)'),
})
export type CustomFieldInput = z.infer<typeof CustomFieldInput>
