import type { Metadata } from 'next'
import { queryPage } from '../../page-data'
import { SendingDomains } from './sending-domains'

export const metadata: Metadata = { title: 'Sending domains' }

export default queryPage(SendingDomains, ({ trpc }) => [trpc.sending_domains.list.queryOptions()])
