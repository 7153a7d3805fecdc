import type { Metadata } from 'next'
import { sendersQuery } from '@/components/page-queries'
import { PageData } from '../../page-data'
import { SendingAddresses } from './sending-addresses'

export const metadata: Metadata = { title: 'Sending addresses' }

export default function SendingAddressesPage() {
  return (
    <PageData queries={({ trpc }) => [sendersQuery(trpc)]}>
      <SendingAddresses />
    </PageData>
  )
}
