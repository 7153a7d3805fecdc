import { createLoader } from 'nuqs/server'
import { CURSOR, cursorOf } from '@/components/list/cursor'
import { PageData, type SearchPage } from '../../page-data'
import { titled } from '../titled'
import { USER_FILTERS, userListQuery } from './queries'
import { UserList } from './user-list'

export const generateMetadata = titled('Users')

const address = createLoader({ ...USER_FILTERS, ...CURSOR })

export default async function UsersPage({ searchParams }: SearchPage) {
  const given = await address(searchParams)
  return (
    <PageData queries={({ trpc }) => [userListQuery(trpc, given, cursorOf(given))]}>
      <UserList />
    </PageData>
  )
}
