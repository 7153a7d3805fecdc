import type { Metadata } from 'next'
import { obstacleQuery, settingsQuery } from '@/components/page-queries'
import { queryPage } from '../../page-data'
import { GeneralPage } from '../general-page'

export const metadata: Metadata = { title: 'General' }

export default queryPage(GeneralPage, ({ trpc }) => [settingsQuery(trpc), obstacleQuery(trpc)])
