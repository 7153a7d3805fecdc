import { notFound } from 'next/navigation'
import { ByAccount } from '@/server/modules/admin/accounts-schema.ts'
import { PageData } from '../../../page-data'
import { titled } from '../../titled'
import { AccountView } from './account-view'
import { failedJobsQuery, notesQuery } from './queries'

export const generateMetadata = titled('Account')

export default async function AccountPage({ params }: { params: Promise<{ id: string }> }) {
  const input = ByAccount.safeParse({ account_id: (await params).id })
  if (!input.success) notFound()
  return (
    <PageData
      queries={({ trpc }) => [
        trpc.admin.accounts.get.queryOptions(input.data),
        notesQuery(trpc, input.data.account_id),
        failedJobsQuery(trpc, input.data.account_id),
        trpc.admin.plans.list.queryOptions(),
      ]}
    >
      <AccountView {...input.data} />
    </PageData>
  )
}
