import { pageOfRows } from '../../core/page/page.ts'
import { list, route } from '../../rest/route.ts'
import { getBulkRequest, listRequestPages } from './records.ts'
import { BulkRequest } from './schema.ts'
import { cancelBulkRequest } from './service.ts'

const one = { as: 'bulk_request', of: BulkRequest } as const

export const bulkRequestsApi = [
  list('GET /bulk_requests', async (ctx, paging) => pageOfRows(await listRequestPages(ctx, paging)), {
    summary: 'List queued bulk requests',
    description: 'The state of those that were answered with 202, newest first.',
    as: 'bulk_requests',
    of: BulkRequest,
  }),
  route('GET /bulk_requests/:id', getBulkRequest, {
    ...one,
    summary: 'Read a queued bulk request',
    description: 'With its progress and callback.',
  }),
  route('POST /bulk_requests/:id/cancel', cancelBulkRequest, {
    ...one,
    summary: 'Cancel a queued bulk request',
    description: 'Applied items stay; the others are answered as failures.',
    errors: { 409: 'It has ended' },
  }),
]
