import { recordPage } from '../../../page-data'
import { titled } from '../../titled'
import { UserProfile } from './user-profile'

export const generateMetadata = titled('User')

export default recordPage(UserProfile, ({ trpc }, user_id) => [trpc.admin.users.get.queryOptions({ user_id })])
