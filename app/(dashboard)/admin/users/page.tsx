import { titled } from '../titled'
import { UserList } from './user-list'

export const generateMetadata = titled('Users')

export default function UsersPage() {
  return <UserList />
}
