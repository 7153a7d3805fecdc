import { z } from 'zod'
import { PageQuery } from '../core/page/page.ts'
import { Id } from '../core/wire.ts'
import { ApprovalFilter } from '../modules/approvals/schema.ts'
import { declineApproval, getApproval, listApprovals } from '../modules/approvals/service.ts'
import { approve } from '../rest/mcp/approve.ts'
import { listVerb, member, router, verb } from './init.ts'

const ByApproval = z.object({ id: Id })

/** Not in the module, because approving runs an operation of the API. */
export const approvalsRouter = router({
  list: member('admin').input(ApprovalFilter.extend(PageQuery.shape)).query(listVerb(listApprovals)),
  get: member('admin').input(ByApproval).query(verb(getApproval)),
  approve: member('admin').input(ByApproval).mutation(verb(approve)),
  decline: member('admin').input(ByApproval).mutation(verb(declineApproval)),
})
