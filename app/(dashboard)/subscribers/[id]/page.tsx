import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { allFieldsQuery } from '@/components/page-queries'
import { PageData } from '../../page-data'
import {
  anyAutomationQuery,
  historyQuery,
  notesQuery,
  purchasesQuery,
  runsQuery,
  statsQuery,
  subscriberQuery,
  tagColorsQuery,
  totalsQuery,
  upcomingQueries,
} from './queries'
import { SubscriberDetails } from './subscriber-details'

export const metadata: Metadata = { title: 'Subscriber' }

export default async function SubscriberPage({ params }: { params: Promise<{ id: string }> }) {
  const { id: given } = await params
  if (!/^\d{1,15}$/.test(given)) notFound()
  const id = Number(given)
  return (
    <PageData
      queries={({ trpc }) => [
        subscriberQuery(trpc, id),
        statsQuery(trpc, id),
        purchasesQuery(trpc, id),
        totalsQuery(trpc, id),
        historyQuery(trpc, id),
        notesQuery(trpc, id),
        runsQuery(trpc, id),
        allFieldsQuery(trpc),
        anyAutomationQuery(trpc),
        tagColorsQuery(trpc),
        ...Object.values(upcomingQueries(trpc, id)),
      ]}
    >
      <SubscriberDetails id={id} />
    </PageData>
  )
}
