import type { Metadata } from 'next'
import { RestrictedPage } from '@/components/role'
import { PageData } from '../../page-data'
import { LegacyWebhooks } from './legacy-webhooks'
import { Webhooks } from './webhooks'

export const metadata: Metadata = { title: 'Webhooks' }

export default function WebhooksPage() {
  return (
    <RestrictedPage atLeast="admin" title="Webhooks">
      <PageData
        queries={({ trpc, hasRole }) =>
          hasRole('admin') ? [trpc.webhooks.list.queryOptions(), trpc.webhooks.legacy.queryOptions()] : []
        }
      >
        <Webhooks />
        <LegacyWebhooks />
      </PageData>
    </RestrictedPage>
  )
}
