import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PageData, type SearchPage } from '../../page-data'
import { sequenceAddress, sequenceQueries } from './queries'
import { Sequence } from './sequence'

export const metadata: Metadata = { title: 'Sequence' }

interface Address extends SearchPage {
  params: Promise<{ id: string }>
}

export default async function SequencePage({ params, searchParams }: Address) {
  const { id } = await params
  if (!/^\d{1,9}$/.test(id)) notFound()
  const given = await sequenceAddress(searchParams)
  return (
    <PageData queries={({ trpc }) => sequenceQueries(trpc, Number(id), given)}>
      <Sequence id={Number(id)} />
    </PageData>
  )
}
