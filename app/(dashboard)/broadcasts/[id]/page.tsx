import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Broadcast } from './broadcast'

export const metadata: Metadata = { title: 'Broadcast' }

export default async function BroadcastPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^\d{1,9}$/.test(id)) notFound()
  return <Broadcast id={Number(id)} />
}
