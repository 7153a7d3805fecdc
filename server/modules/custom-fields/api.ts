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
  list(
    'GET /custom_fields',
    {
      summary: 'List custom fields',
      description: '`key` names a value in `fields` and in Liquid, and changes with the label; `name` never changes.',
      scope: 'read',
      credential: 'any',
      as: 'custom_fields',
      of: CustomField,
    },
    listCustomFields,
  ),
  upsert(
    'POST /custom_fields',
    {
      summary: 'Create a custom field',
      description: 'A label that exists, ignoring case, answers 200 with its field. `key` is made from the label.',
      scope: 'write',
      credential: 'any',
      as: 'custom_field',
      of: CustomField,
      body: CustomFieldInput,
    },
    createCustomField,
  ),
  route(
    'GET /custom_fields/:id',
    {
      summary: 'Read a custom field',
      description: '`key` names its value in `fields` of a subscriber.',
      scope: 'read',
      credential: 'any',
      as: 'custom_field',
      of: CustomField,
    },
    getCustomField,
  ),
  route(
    'PUT /custom_fields/:id',
    {
      summary: 'Relabel a custom field',
      description: 'The key changes with the label; the name does not.',
      scope: 'write',
      credential: 'any',
      as: 'custom_field',
      of: CustomField,
      body: CustomFieldInput,
      subject: getCustomField,
    },
    renameCustomField,
  ),
  route(
    'DELETE /custom_fields/:id',
    {
      summary: 'Delete a custom field and all its values',
      description: 'The values of all subscribers are erased. 422 while an automation uses the field.',
      scope: 'write',
      role: 'admin',
      credential: 'any',
    },
    deleteCustomField,
  ),
  bulk(
    'POST /bulk/custom_fields',
    {
      summary: 'Create many custom fields',
      description: 'An existing label, ignoring case, returns its field.',
      scope: 'write',
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
    },
    createCustomFields,
  ),
  undoOfDeletion('custom_fields', 'a custom field', undeleteCustomField, 'admin'),
]
