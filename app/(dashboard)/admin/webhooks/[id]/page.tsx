import { notFound } from 'next/navigation'
import { createLoader } from 'nuqs/server'
import { CURSOR, cursorOf } from '@/components/list/cursor'
import { ByEndpoint } from '@/server/modules/admin/webhooks-schema.ts'
import { PageData, type SearchPage } from '../../../page-data'
import { titled } from '../../titled'
import { EndpointView } from './endpoint-view'
import { attemptsQuery } from './queries'

export const generateMetadata = titled('Webhook')

const address = createLoader(CURSOR)

interface Address extends SearchPage {
  params: Promise<{ id: string }>
}

/** The path contains the account, 1 for a legacy webhook, and the ID: `7-0-12`. */
export default async function EndpointPage({ params, searchParams }: Address) {
  const [account_id, legacy, id, ...more] = (await params).id.split('-')
  const input = ByEndpoint.safeParse({ account_id, legacy: legacy === '1', id })
  if (!input.success || more.length > 0) notFound()
  const cursor = cursorOf(await address(searchParams))
  return (
    <PageData
      queries={({ trpc }) => [
        trpc.admin.webhooks.endpoint.queryOptions(input.data),
        attemptsQuery(trpc, input.data, cursor),
      ]}
    >
      <EndpointView endpoint={input.data} />
    </PageData>
  )
}
