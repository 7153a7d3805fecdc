import { notFound } from 'next/navigation'
import { ByEndpoint } from '@/server/modules/admin/webhooks-schema.ts'
import { titled } from '../../titled'
import { EndpointView } from './endpoint-view'

export const generateMetadata = titled('Webhook')

/** The path names the account, 1 for a legacy webhook, and the ID: `7-0-12`. */
export default async function EndpointPage({ params }: { params: Promise<{ id: string }> }) {
  const [account_id, legacy, id, ...more] = (await params).id.split('-')
  const input = ByEndpoint.safeParse({ account_id, legacy: legacy === '1', id })
  if (!input.success || more.length > 0) notFound()
  return <EndpointView endpoint={input.data} />
}
