import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PageData } from '../../../page-data'
import { SendingDomain } from './sending-domain'

export const metadata: Metadata = { title: 'Sending domain' }

export default async function SendingDomainPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^\d{1,9}$/.test(id)) notFound()
  return (
    <PageData
      queries={({ trpc }) => [
        trpc.sending_domains.get.queryOptions({ id: Number(id) }),
        trpc.sending_domains.warmUp.queryOptions({ id: Number(id) }),
      ]}
    >
      <SendingDomain id={Number(id)} />
    </PageData>
  )
}
