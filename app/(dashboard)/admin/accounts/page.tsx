import { titled } from '../titled'
import { AccountList } from './account-list'

export const generateMetadata = titled('Accounts')

export default function AccountsPage() {
  return <AccountList />
}
