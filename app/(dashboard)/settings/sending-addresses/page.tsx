import type { Metadata } from 'next'
import { sendersQuery } from '@/components/page-queries'
import { queryPage } from '../../page-data'
import { SendingAddresses } from './sending-addresses'

export const metadata: Metadata = { title: 'Sending addresses' }

export default queryPage(SendingAddresses, ({ trpc }) => [sendersQuery(trpc)])
