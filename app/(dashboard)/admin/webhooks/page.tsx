import type { Metadata } from 'next'
import { WebhooksOfInstance } from './webhooks-of-instance'

export const metadata: Metadata = { title: 'Webhooks and calls' }

export default function WebhooksPage() {
  return <WebhooksOfInstance />
}
