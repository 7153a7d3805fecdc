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

const read = { scope: 'read', role: 'editor', credential: 'any' } as const
const write = { scope: 'files:write', credential: 'any' } as const
const one = { as: 'export', of: Export } as const
const accepted = {
  ...write,
  ...one,
  status: 202,
  errors: { 409: 'Too many exports are running, or this one ended' },
} as const

export const exportsApi = [
  list(
    'GET /exports',
    {
      ...read,
      summary: 'List exports',
      description: 'Newest first, also those of members.',
      as: 'exports',
      of: Export,
    },
    listExportPages,
  ),
  route(
    'POST /exports/subscribers',
    {
      ...accepted,
      summary: 'Export subscribers',
      description: 'A CSV file of the subscribers who match all of the properties in the body, or of all without any.',
      body: SubscriberSelection,
      names_fields: true,
      errors: { ...accepted.errors, 404: 'The tag does not exist' },
    },
    (ctx, selection) => requestExport(ctx, { kind: 'subscribers', selection }),
  ),
  route(
    'POST /exports/recipients/:id',
    {
      ...accepted,
      summary: 'Export the recipients of a broadcast',
      description: 'A ZIP file of who got the broadcast with this id, with opens and clicks.',
    },
    (ctx, { id }) => requestExport(ctx, { kind: 'broadcast', selection: { broadcast_id: id } }),
  ),
  route(
    'POST /exports/account',
    { ...accepted, role: 'admin', summary: 'Export the account', description: 'A ZIP file of the whole account.' },
    (ctx) => requestAccountExport(ctx),
  ),
  route(
    'GET /exports/:id',
    {
      ...read,
      ...one,
      summary: 'Read an export',
      description: 'Ask again until `state` is `completed`, then get its link.',
    },
    getExport,
  ),
  route(
    'POST /exports/:id/link',
    {
      ...write,
      summary: 'Get the link of an export',
      description:
        'An address without a credential that downloads the file for an hour, also in ranges. An export of the account needs the admin role.',
      as: 'link',
      of: ExportLink,
      has_secret: true,
    },
    linkExport,
  ),
  route(
    'POST /exports/:id/cancel',
    {
      ...write,
      ...one,
      summary: 'Cancel an export',
      description: 'What is made so far is deleted.',
      errors: { 409: 'It has ended' },
    },
    cancelExport,
  ),
  route(
    'POST /exports/:id/repeat',
    {
      ...accepted,
      summary: 'Repeat an export',
      description: 'Requests a failed or canceled export again, with current data.',
    },
    repeatExport,
  ),
  route(
    'DELETE /exports/:id',
    { ...write, summary: 'Delete an export', description: 'With its file. Links to it end.' },
    deleteExport,
  ),
]
