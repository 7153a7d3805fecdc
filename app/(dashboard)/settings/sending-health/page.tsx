import type { Metadata } from 'next'
import { sendingHealthQuery } from '@/components/page-queries'
import { PageData } from '../../page-data'
import { SendingHealth } from './sending-health'

export const metadata: Metadata = { title: 'Sending health' }

export default function SendingHealthPage() {
  return (
    <PageData queries={({ trpc }) => [sendingHealthQuery(trpc), trpc.bounce_waves.list.queryOptions()]}>
      <SendingHealth />
    </PageData>
  )
}
