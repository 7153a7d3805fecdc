import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { shownRecipients } from '@/components/delivery/recipient-filter'
import { routeQuery } from '@/components/delivery/route-query'
import { PageData, type SearchPage } from '../../../../../page-data'
import { EmailReport } from './email-report'
import { proofQuery, recipientsQuery } from './queries'

export const metadata: Metadata = { title: 'Sequence email report' }

interface Address extends SearchPage {
  params: Promise<{ id: string; email_id: string }>
}

export default async function SequenceEmailReport({ params, searchParams }: Address) {
  const { id, email_id } = await params
  if (![id, email_id].every((text) => /^\d{1,9}$/.test(text))) notFound()
  const recipients = await shownRecipients(searchParams)
  const key = { sequence_id: Number(id), id: Number(email_id) }
  return (
    <PageData
      queries={({ trpc }) => [
        trpc.sequences.get.queryOptions({ id: Number(id) }),
        routeQuery(trpc, { sequence_email_id: Number(email_id) }),
        proofQuery(trpc, key),
        ...(recipients ? [recipientsQuery(trpc, key, recipients)] : []),
      ]}
    >
      <EmailReport sequence_id={Number(id)} id={Number(email_id)} />
    </PageData>
  )
}
