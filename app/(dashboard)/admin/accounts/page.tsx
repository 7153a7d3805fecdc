import type { Metadata } from 'next'
import { AccountList } from './account-list'

export const metadata: Metadata = { title: 'Accounts' }

export default function AccountsPage() {
  return <AccountList />
}
