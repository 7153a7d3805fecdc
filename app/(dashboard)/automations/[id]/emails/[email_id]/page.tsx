import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { shownRecipients } from '@/components/delivery/recipient-filter'
import { routeQuery } from '@/components/delivery/route-query'
import { PageData, type SearchPage } from '../../../../page-data'
import { EmailReport } from './email-report'
import { proofQuery, recipientsQuery } from './queries'

export const metadata: Metadata = { title: 'Report of an automation email' }

interface Address extends SearchPage {
  params: Promise<{ id: string; email_id: string }>
}

export default async function AutomationEmailReport({ params, searchParams }: Address) {
  const { id, email_id } = await params
  if (![id, email_id].every((text) => /^\d{1,9}$/.test(text))) notFound()
  const recipients = await shownRecipients(searchParams)
  return (
    <PageData
      queries={({ trpc }) => [
        trpc.automations.emails.report.queryOptions({ id: Number(email_id) }),
        routeQuery(trpc, { automation_email_id: Number(email_id) }),
        proofQuery(trpc, Number(email_id)),
        ...(recipients ? [recipientsQuery(trpc, Number(email_id), recipients)] : []),
      ]}
    >
      <EmailReport automation_id={Number(id)} id={Number(email_id)} />
    </PageData>
  )
}
