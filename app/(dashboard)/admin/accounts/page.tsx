import { createLoader } from 'nuqs/server'
import { CURSOR, cursorOf } from '@/components/list/cursor'
import { PageData, type SearchPage } from '../../page-data'
import { titled } from '../titled'
import { AccountList } from './account-list'
import { ACCOUNT_FILTERS, accountListQuery } from './queries'

export const generateMetadata = titled('Accounts')

const address = createLoader({ ...ACCOUNT_FILTERS, ...CURSOR })

export default async function AccountsPage({ searchParams }: SearchPage) {
  const given = await address(searchParams)
  return (
    <PageData
      queries={({ trpc }) => [accountListQuery(trpc, given, cursorOf(given)), trpc.admin.plans.list.queryOptions()]}
    >
      <AccountList />
    </PageData>
  )
}
