import type { Metadata } from 'next'
import { sendingHealthQuery } from '@/components/page-queries'
import { queryPage } from '../../page-data'
import { SendingHealth } from './sending-health'

export const metadata: Metadata = { title: 'Sending health' }

export default queryPage(SendingHealth, ({ trpc }) => [sendingHealthQuery(trpc), trpc.bounce_waves.list.queryOptions()])
