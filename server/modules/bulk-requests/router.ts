import { member, router, verb } from '../../trpc/init.ts'
import { getBulkRequest, listBulkFailures, listBulkRequests } from './records.ts'
import { BulkFailureFilter, BulkRequestFilter, BulkRequestId } from './schema.ts'
import { cancelBulkRequest } from './service.ts'

export const bulkRequestsRouter = router({
  list: member('viewer').input(BulkRequestFilter).query(verb(listBulkRequests)),
  get: member('viewer').input(BulkRequestId).query(verb(getBulkRequest)),
  failures: member('viewer').input(BulkFailureFilter).query(verb(listBulkFailures)),
  cancel: member('editor').input(BulkRequestId).mutation(verb(cancelBulkRequest)),
})
