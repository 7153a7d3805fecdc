import { titled } from '../titled'
import { WebhooksOfInstance } from './webhooks-of-instance'

export const generateMetadata = titled('Webhooks and calls')

export default function WebhooksPage() {
  return <WebhooksOfInstance />
}
