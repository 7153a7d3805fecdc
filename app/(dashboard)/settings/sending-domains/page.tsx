import type { Metadata } from 'next'
import { PageData } from '../../page-data'
import { SendingDomains } from './sending-domains'

export const metadata: Metadata = { title: 'Sending domains' }

export default function SendingDomainsPage() {
  return (
    <PageData queries={({ trpc }) => [trpc.sending_domains.list.queryOptions()]}>
      <SendingDomains />
    </PageData>
  )
}
