import type { Metadata } from 'next'
import { RestrictedPage } from '@/components/role'
import { LegacyWebhooks } from './legacy-webhooks'
import { Webhooks } from './webhooks'

export const metadata: Metadata = { title: 'Webhooks' }

export default function WebhooksPage() {
  return (
    <RestrictedPage atLeast="admin">
      <Webhooks />
      <LegacyWebhooks />
    </RestrictedPage>
  )
}
