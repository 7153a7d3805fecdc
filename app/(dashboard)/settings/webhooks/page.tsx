import type { Metadata } from 'next'
import { Reserved } from '@/components/role'
import { LegacyWebhooks } from './legacy-webhooks'
import { Webhooks } from './webhooks'

export const metadata: Metadata = { title: 'Webhooks' }

export default function WebhooksPage() {
  return (
    <Reserved as="admin">
      <Webhooks />
      <LegacyWebhooks />
    </Reserved>
  )
}
