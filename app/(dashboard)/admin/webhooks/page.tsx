import { listPage } from '../../page-data'
import { titled } from '../titled'
import { callsQuery, endpointListQuery, figuresQuery, WEBHOOK_FILTERS, WEBHOOK_VIEW } from './queries'
import { WebhooksOfInstance } from './webhooks-of-instance'

export const generateMetadata = titled('Webhooks and calls')

export default listPage(WebhooksOfInstance, { ...WEBHOOK_VIEW, ...WEBHOOK_FILTERS }, ({ trpc }, given, cursor) => {
  const range = given.range ?? 'day'
  return given.tab === 'calls'
    ? [callsQuery(trpc, range)]
    : [figuresQuery(trpc, range), endpointListQuery(trpc, range, given, cursor)]
})
