import type { Metadata } from 'next'
import { RestrictedPage } from '@/components/role'
import { ApiKeys } from './api-keys'

export const metadata: Metadata = { title: 'API keys' }

export default function ApiKeysPage() {
  return (
    <RestrictedPage atLeast="admin">
      <ApiKeys />
    </RestrictedPage>
  )
}
