import { sha256Hex } from '../../../lib/crypto/crypto.ts'
import { t } from '../../../lib/locale/texts.ts'
import { type ConsentBox, FIRST_NAME, type FormField } from '../../../lib/page/sign-up-form.ts'
import type { FieldType } from '../../custom-fields/field-types-schema.ts'
import type { TypedField } from '../../custom-fields/schema.ts'
import type { FormSettings } from '../settings-schema.ts'

/** A field as a form asks for it. `id` and `key` are undefined for the first name. */
export interface AskedField extends FormField {
  id: number | undefined
  type: FieldType | 'first_name'
  key: string | undefined
  is_required: boolean
}

/** Returns what a form asks for, in its order. Fields that no longer exist are omitted. */
export function askedFields({ fields }: Pick<FormSettings, 'fields'>, known: readonly TypedField[]): AskedField[] {
  const by_id = new Map(known.map((field) => [field.id, field]))
  return fields.flatMap(({ custom_field_id, label, is_required, look }): AskedField[] => {
    const shown = { is_required, look }
    if (custom_field_id === null) {
      const first_name = { name: FIRST_NAME, id: undefined, key: undefined, type: 'first_name', choices: [] } as const
      return [{ ...first_name, ...shown, label: label || t`First name` }]
    }
    const field = by_id.get(custom_field_id)
    if (!field) return []
    const { name, key, type, choices } = field
    return [{ id: field.id, name, key, type, choices, ...shown, label: label || field.label }]
  })
}

export interface OfferedConsent extends ConsentBox {
  tag_id: number | null
}

const NAME_LENGTH = 12

/** The name of a checkbox is made from its text: a page with an older text sends none that counts. */
export const offeredConsents = ({ consents }: Pick<FormSettings, 'consents'>): OfferedConsent[] =>
  consents.map((box) => ({ ...box, name: `consent_${sha256Hex(box.text).slice(0, NAME_LENGTH)}` }))
