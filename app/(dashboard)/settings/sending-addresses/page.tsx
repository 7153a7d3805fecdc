import type { Metadata } from 'next'
import { SendingAddresses } from './sending-addresses'

export const metadata: Metadata = { title: 'Sending addresses' }

export default function SendingAddressesPage() {
  return <SendingAddresses />
}
