import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Sequence } from './sequence'

export const metadata: Metadata = { title: 'Sequence' }

export default async function SequencePage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^\d{1,9}$/.test(id)) notFound()
  return <Sequence id={Number(id)} />
}
