import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { SubscriberDetails } from './subscriber-details'

export const metadata: Metadata = { title: 'Subscriber' }

export default async function SubscriberPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^\d{1,15}$/.test(id)) notFound()
  return <SubscriberDetails id={Number(id)} />
}
