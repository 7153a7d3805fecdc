import type { Metadata } from 'next'
import { createLoader } from 'nuqs/server'
import { CURSOR, cursorOf } from '@/components/list/cursor'
import { PageData, type SearchPage } from '../page-data'
import { Automations } from './automations'
import { AUTOMATION_FILTERS, automationListQuery } from './queries'

export const metadata: Metadata = { title: 'Automations' }

const address = createLoader({ ...CURSOR, ...AUTOMATION_FILTERS })

export default async function AutomationsPage({ searchParams }: SearchPage) {
  const given = await address(searchParams)
  return (
    <PageData queries={({ trpc }) => [automationListQuery(trpc, given, cursorOf(given))]}>
      <Automations />
    </PageData>
  )
}
