import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { SendingDomain } from './sending-domain'

export const metadata: Metadata = { title: 'Sending domain' }

export default async function SendingDomainPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^\d{1,9}$/.test(id)) notFound()
  return <SendingDomain id={Number(id)} />
}
