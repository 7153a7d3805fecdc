import { list, route } from '../../rest/route.ts'
import { Added, SuppressedAddresses, Suppression, SuppressionQuery, SuppressionRemoval } from './schema.ts'
import { addAddresses, getSuppression, listSuppressions, removeSuppression } from './service.ts'

export const suppressionApi = [
  list('GET /suppressions', listSuppressions, {
    summary: 'List suppressed addresses',
    description: 'Newest first. A whole address in `search` finds its other spellings and erased entries too.',
    names_fields: true,
    as: 'suppressions',
    of: Suppression,
    query: SuppressionQuery,
  }),
  route('POST /suppressions', addAddresses, {
    summary: 'Suppress addresses',
    description: 'Up to 1,000 addresses, which get no email from then on, whether or not they are subscribers.',
    names_fields: true,
    of: Added,
    body: SuppressedAddresses,
  }),
  route('GET /suppressions/:id', getSuppression, {
    summary: 'Read a suppressed address',
    description: 'Of an erased address only the reason is left.',
    as: 'suppression',
    of: Suppression,
  }),
  route('DELETE /suppressions/:id', removeSuppression, {
    summary: 'Remove a suppressed address',
    description: 'Its other spellings are removed too. The `note` says why and stays in the security log.',
    scope: 'sending:write',
    role: 'admin',
    names_fields: true,
    body: SuppressionRemoval.pick({ note: true }),
    subject: getSuppression,
  }),
]
