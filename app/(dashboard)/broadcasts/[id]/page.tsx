import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { routeQuery } from '@/components/delivery/route-query'
import { PageData } from '../../page-data'
import { Broadcast } from './broadcast'
import { broadcastQuery, reportQuery, steeringQuery } from './queries'

export const metadata: Metadata = { title: 'Broadcast' }

export default async function BroadcastPage({ params }: { params: Promise<{ id: string }> }) {
  const { id: given } = await params
  if (!/^\d{1,9}$/.test(given)) notFound()
  const id = Number(given)
  return (
    <PageData
      queries={({ trpc }) => [
        broadcastQuery(trpc, id),
        reportQuery(trpc, id, false),
        steeringQuery(trpc, id, false),
        routeQuery(trpc, { broadcast_id: id }),
      ]}
    >
      <Broadcast id={id} />
    </PageData>
  )
}
