import type { Metadata } from 'next'
import { listPage } from '../page-data'
import { Automations } from './automations'
import { AUTOMATION_FILTERS, automationListQuery } from './queries'

export const metadata: Metadata = { title: 'Automations' }

export default listPage(Automations, AUTOMATION_FILTERS, ({ trpc }, given, cursor) => [
  automationListQuery(trpc, given, cursor),
])
