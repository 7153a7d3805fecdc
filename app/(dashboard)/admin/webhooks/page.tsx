import { createLoader } from 'nuqs/server'
import { CURSOR, cursorOf } from '@/components/list/cursor'
import { PageData, type SearchPage } from '../../page-data'
import { titled } from '../titled'
import { callsQuery, endpointListQuery, figuresQuery, WEBHOOK_FILTERS, WEBHOOK_VIEW } from './queries'
import { WebhooksOfInstance } from './webhooks-of-instance'

export const generateMetadata = titled('Webhooks and calls')

const address = createLoader({ ...WEBHOOK_VIEW, ...WEBHOOK_FILTERS, ...CURSOR })

export default async function WebhooksPage({ searchParams }: SearchPage) {
  const parameters = await address(searchParams)
  const range = parameters.range ?? 'day'
  return (
    <PageData
      queries={({ trpc }) =>
        parameters.tab === 'calls'
          ? [callsQuery(trpc, range)]
          : [figuresQuery(trpc, range), endpointListQuery(trpc, range, parameters, cursorOf(parameters))]
      }
    >
      <WebhooksOfInstance />
    </PageData>
  )
}
