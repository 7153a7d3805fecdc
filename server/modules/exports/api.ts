import { list, route } from '../../rest/route.ts'
import { Export, ExportLink, SubscriberSelection } from './schema.ts'
import {
  cancelExport,
  deleteExport,
  getExport,
  linkExport,
  listExportPages,
  repeatExport,
  requestAccountExport,
  requestExport,
} from './service.ts'

const read = { role: 'editor' } as const
const write = { scope: 'files:write' } as const
const one = { as: 'export', of: Export } as const
const accepted = {
  ...write,
  ...one,
  status: 202,
  errors: { 409: 'Too many exports are running, or this one ended' },
} as const

export const exportsApi = [
  list('GET /exports', listExportPages, {
    ...read,
    summary: 'List exports',
    description: 'Newest first, also those of members.',
    as: 'exports',
    of: Export,
  }),
  route('POST /exports/subscribers', (ctx, selection) => requestExport(ctx, { kind: 'subscribers', selection }), {
    ...accepted,
    summary: 'Export subscribers',
    description: 'A CSV file of the subscribers who match all of the properties in the body, or of all without any.',
    body: SubscriberSelection,
    names_fields: true,
    errors: { ...accepted.errors, 404: 'The tag does not exist' },
  }),
  route(
    'POST /exports/recipients/:id',
    (ctx, { id }) => requestExport(ctx, { kind: 'broadcast', selection: { broadcast_id: id } }),
    {
      ...accepted,
      summary: 'Export the recipients of a broadcast',
      description: 'A ZIP file of who got the broadcast with this id, with opens and clicks.',
    },
  ),
  route('POST /exports/account', (ctx) => requestAccountExport(ctx), {
    ...accepted,
    role: 'admin',
    summary: 'Export the account',
    description: 'A ZIP file of the whole account.',
  }),
  route('GET /exports/:id', getExport, {
    ...read,
    ...one,
    summary: 'Read an export',
    description: 'Ask again until `state` is `completed`, then get its link.',
  }),
  route('POST /exports/:id/link', linkExport, {
    ...write,
    summary: 'Get the link of an export',
    description:
      'An address without a credential that downloads the file for an hour, also in ranges. An export of the account needs the admin role.',
    as: 'link',
    of: ExportLink,
    has_secret: true,
  }),
  route('POST /exports/:id/cancel', cancelExport, {
    ...write,
    ...one,
    summary: 'Cancel an export',
    description: 'What is made so far is deleted.',
    errors: { 409: 'It has ended' },
  }),
  route('POST /exports/:id/repeat', repeatExport, {
    ...accepted,
    summary: 'Repeat an export',
    description: 'Requests a failed or canceled export again, with current data.',
  }),
  route('DELETE /exports/:id', deleteExport, {
    ...write,
    summary: 'Delete an export',
    description: 'With its file. Links to it end.',
  }),
]
