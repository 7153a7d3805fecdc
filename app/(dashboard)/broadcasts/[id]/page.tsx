import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { shownRecipients } from '@/components/delivery/recipient-filter'
import { routeQuery } from '@/components/delivery/route-query'
import { editorQueries } from '@/components/email-editor/queries'
import { sendersQuery, templatesQuery } from '@/components/page-queries'
import { PageData, type SearchPage } from '../../page-data'
import { Broadcast } from './broadcast'
import { audienceQueries } from './composer/audience'
import { broadcastQuery, planQuery, proofQuery, recipientsQuery, reportQuery, stagesQuery } from './queries'

export const metadata: Metadata = { title: 'Broadcast' }

interface Address extends SearchPage {
  params: Promise<{ id: string }>
}

export default async function BroadcastPage({ params, searchParams }: Address) {
  const { id: given } = await params
  if (!/^\d{1,9}$/.test(given)) notFound()
  const id = Number(given)
  const recipients = await shownRecipients(searchParams)
  return (
    <PageData
      queries={({ trpc, after }) => [
        after(broadcastQuery(trpc, id), ({ status, audience, excluded }) =>
          status === 'draft' || status === 'scheduled'
            ? [
                planQuery(trpc, id),
                sendersQuery(trpc),
                templatesQuery(trpc),
                ...audienceQueries(trpc, { audience, excluded }),
                ...editorQueries(trpc, { kind: 'broadcast', item_id: id }),
              ]
            : [
                reportQuery(trpc, id, false),
                stagesQuery(trpc, id, false),
                routeQuery(trpc, { broadcast_id: id }),
                recipients ? recipientsQuery(trpc, id, recipients) : proofQuery(trpc, id),
              ],
        ),
      ]}
    >
      <Broadcast id={id} />
    </PageData>
  )
}
