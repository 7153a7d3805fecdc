import type { Metadata } from 'next'
import { SendingDomains } from './sending-domains'

export const metadata: Metadata = { title: 'Sending domains' }

export default function SendingDomainsPage() {
  return <SendingDomains />
}
