import type { Metadata } from 'next'
import { GuardedAccounts } from './guarded-accounts'

export const metadata: Metadata = { title: 'Sending health of accounts' }

export default function ReputationPage() {
  return <GuardedAccounts />
}
