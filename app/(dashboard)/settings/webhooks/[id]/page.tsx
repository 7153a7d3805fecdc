import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { RestrictedPage } from '@/components/role'
import { Endpoint } from './endpoint'

export const metadata: Metadata = { title: 'Webhook' }

export default async function EndpointPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^\d{1,9}$/.test(id)) notFound()
  return (
    <RestrictedPage atLeast="admin">
      <Endpoint id={Number(id)} />
    </RestrictedPage>
  )
}
