import type { Metadata } from 'next'
import { recordPage } from '../../../page-data'
import { SendingDomain } from './sending-domain'

export const metadata: Metadata = { title: 'Sending domain' }

export default recordPage(SendingDomain, ({ trpc }, id) => [
  trpc.sending_domains.get.queryOptions({ id }),
  trpc.sending_domains.warmUp.queryOptions({ id }),
])
