import { z } from 'zod'
import { ReachInput } from '../../core/reach.ts'
import { route } from '../../rest/route.ts'
import { ActionPreview, BulkAction, BulkActionInput, PreviewInput } from './schema.ts'
import { cancelAction, getAction, listActions, previewAction, requestForProgram, undoAction } from './service.ts'

const read = { role: 'editor' } as const
const write = { scope: 'sending:write' } as const
const one = { as: 'bulk_action', of: BulkAction } as const

export const bulkActionsApi = [
  route('GET /bulk_actions', (ctx) => listActions(ctx), {
    ...read,
    summary: 'List bulk actions',
    description: 'The last twenty with their progress, newest first.',
    as: 'bulk_actions',
    of: z.array(BulkAction),
  }),
  route('POST /bulk_actions', requestForProgram, {
    ...write,
    ...one,
    summary: 'Change many subscribers',
    description:
      'Tags, untags, unsubscribes or deletes subscribers, sets a custom field, or adds them to a sequence: up to 1,000 ids, or all that match a query. A job does it. Deleting needs the admin role.',
    status: 202,
    body: BulkActionInput,
    reaches: true,
    errors: { 409: 'Too many actions are running' },
  }),
  route('POST /bulk_actions/preview', previewAction, {
    ...read,
    scope: 'read',
    summary: 'Preview a bulk action',
    description: 'Counts who matches, and who would be changed.',
    as: 'preview',
    of: ActionPreview,
    body: PreviewInput,
  }),
  route('GET /bulk_actions/:id', getAction, {
    ...read,
    ...one,
    summary: 'Read a bulk action',
    description: 'With its progress, and why subscribers were left as they are.',
  }),
  route('POST /bulk_actions/:id/cancel', cancelAction, {
    ...write,
    ...one,
    summary: 'Cancel a bulk action',
    description: 'What it did stays.',
    errors: { 409: 'It has ended' },
  }),
  route('POST /bulk_actions/:id/undo', undoAction, {
    ...write,
    ...one,
    summary: 'Undo a bulk action',
    description:
      'Within 7 days, except for subscribers who were changed since. Emails that were sent stay sent. `dry_run` and `expected_recipients` count those whom it changed.',
    status: 202,
    body: ReachInput,
    reaches: true,
    subject: getAction,
    errors: { 409: 'It cannot be undone' },
  }),
]
