import type { Metadata } from 'next'
import { RestrictedPage } from '@/components/role'
import { PageData } from '../../page-data'
import { ApiKeys } from './api-keys'

export const metadata: Metadata = { title: 'API keys' }

export default function ApiKeysPage() {
  return (
    <RestrictedPage atLeast="admin" title="API keys">
      <PageData queries={({ trpc, hasRole }) => (hasRole('admin') ? [trpc.api_keys.list.queryOptions()] : [])}>
        <ApiKeys />
      </PageData>
    </RestrictedPage>
  )
}
