import type { FieldType } from '@/server/modules/custom-fields/field-types-schema.ts'

export const FIELD_TYPE_LABELS: Record<FieldType, string> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  choice: 'Choice',
  choices: 'Several choices',
  yes_no: 'Yes or no',
}
