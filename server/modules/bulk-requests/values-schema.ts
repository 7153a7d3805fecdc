/** Names of bulk operations in the dashboard. */
export const OPERATIONS: Record<string, string> = {
  'POST /v4/bulk/subscribers': 'Create subscribers',
  'POST /v4/bulk/tags': 'Create tags',
  'DELETE /v4/bulk/tags': 'Delete tags',
  'POST /v4/bulk/tags/subscribers': 'Tag subscribers',
  'DELETE /v4/bulk/tags/subscribers': 'Untag subscribers',
  'POST /v4/bulk/forms/subscribers': 'Add subscribers to forms',
  'POST /v4/bulk/custom_fields': 'Create custom fields',
  'POST /v4/bulk/custom_fields/subscribers': 'Set custom field values',
}
