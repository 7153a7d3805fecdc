import { listPage } from '../../page-data'
import { titled } from '../titled'
import { USER_FILTERS, userListQuery } from './queries'
import { UserList } from './user-list'

export const generateMetadata = titled('Users')

export default listPage(UserList, USER_FILTERS, ({ trpc }, given, cursor) => [userListQuery(trpc, given, cursor)])
