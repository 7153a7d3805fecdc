import type { Metadata } from 'next'
import { RestrictedPage } from '@/components/role'
import { recordPage } from '../../page-data'
import { Approval } from './approval'

export const metadata: Metadata = { title: 'Approval' }

export default recordPage(
  ({ id }) => (
    <RestrictedPage atLeast="admin" title="Approval">
      <Approval id={id} />
    </RestrictedPage>
  ),
  ({ trpc, hasRole }, id) => (hasRole('admin') ? [trpc.approvals.get.queryOptions({ id })] : []),
)
