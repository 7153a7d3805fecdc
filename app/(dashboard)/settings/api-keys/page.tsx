import type { Metadata } from 'next'
import { Reserved } from '@/components/role'
import { ApiKeys } from './api-keys'

export const metadata: Metadata = { title: 'API keys' }

export default function ApiKeysPage() {
  return (
    <Reserved as="admin">
      <ApiKeys />
    </Reserved>
  )
}
