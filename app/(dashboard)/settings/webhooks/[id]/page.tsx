import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { RestrictedPage } from '@/components/role'
import { PageData } from '../../../page-data'
import { Endpoint } from './endpoint'
import { deliveriesQuery, hoursQuery } from './queries'

export const metadata: Metadata = { title: 'Webhook' }

export default async function EndpointPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^\d{1,9}$/.test(id)) notFound()
  return (
    <RestrictedPage atLeast="admin" title="Webhook">
      <PageData
        queries={({ trpc, hasRole }) =>
          hasRole('admin')
            ? [trpc.webhooks.list.queryOptions(), hoursQuery(trpc, Number(id)), deliveriesQuery(trpc, Number(id), {})]
            : []
        }
      >
        <Endpoint id={Number(id)} />
      </PageData>
    </RestrictedPage>
  )
}
