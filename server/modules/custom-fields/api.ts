import { bulk } from '../../rest/bulk/declaration.ts'
import { list, route, upsert } from '../../rest/route.ts'
import { undoOfDeletion } from '../../rest/undelete.ts'
import { undeleteCustomField } from './deletion.ts'
import { CustomField, CustomFieldEcho, CustomFieldInput, DatedCustomField } from './schema.ts'
import {
  createCustomField,
  createCustomFields,
  deleteCustomField,
  getCustomField,
  listCustomFields,
  renameCustomField,
} from './service.ts'

export const customFieldsApi = [
  list('GET /custom_fields', listCustomFields, {
    summary: 'List custom fields',
    description: '`key` names a value in `fields` and in Liquid, and changes with the label; `name` never changes.',
    as: 'custom_fields',
    of: CustomField,
  }),
  upsert('POST /custom_fields', createCustomField, {
    summary: 'Create a custom field',
    description: 'A label that exists, ignoring case, answers 200 with its field. `key` is made from the label.',
    as: 'custom_field',
    of: CustomField,
    body: CustomFieldInput,
  }),
  route('GET /custom_fields/:id', getCustomField, {
    summary: 'Read a custom field',
    description: '`key` names its value in `fields` of a subscriber.',
    as: 'custom_field',
    of: CustomField,
  }),
  route('PUT /custom_fields/:id', renameCustomField, {
    summary: 'Relabel a custom field',
    description: 'The key changes with the label; the name does not.',
    as: 'custom_field',
    of: CustomField,
    body: CustomFieldInput,
    subject: getCustomField,
  }),
  route('DELETE /custom_fields/:id', deleteCustomField, {
    summary: 'Delete a custom field and all its values',
    description: 'The values of all subscribers are erased. 422 while an automation uses the field.',
    role: 'admin',
  }),
  bulk('POST /bulk/custom_fields', createCustomFields, {
    summary: 'Create many custom fields',
    description: 'An existing label, ignoring case, returns its field.',
    takes: 'custom_fields',
    item: CustomFieldInput,
    as: 'custom_fields',
    of: DatedCustomField,
    key: ({ id }) => String(id),
    failed: {
      as: 'custom_field',
      of: CustomFieldEcho,
      echo: ({ label }) => ({ label: typeof label === 'string' ? label : null }),
    },
  }),
  undoOfDeletion('custom_fields', 'a custom field', undeleteCustomField, 'admin'),
]
