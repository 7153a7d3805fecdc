import type { Metadata } from 'next'
import { RestrictedPage } from '@/components/role'
import { listPage } from '../page-data'
import { ApprovalList } from './approval-list'
import { APPROVAL_FILTERS, approvalListQuery } from './queries'

export const metadata: Metadata = { title: 'Approvals' }

export default listPage(
  () => (
    <RestrictedPage atLeast="admin" title="Approvals">
      <ApprovalList />
    </RestrictedPage>
  ),
  APPROVAL_FILTERS,
  ({ trpc, hasRole }, given, cursor) => (hasRole('admin') ? [approvalListQuery(trpc, given, cursor)] : []),
)
