import type { Metadata } from 'next'
import { SendingHealth } from './sending-health'

export const metadata: Metadata = { title: 'Sending health' }

export default function SendingHealthPage() {
  return <SendingHealth />
}
