import type { Metadata } from 'next'
import { PageData, type SearchPage } from '../../page-data'
import { Automation } from './automation'
import { openedAutomation } from './opened'
import { automationAddress, automationQueries } from './queries'

export const metadata: Metadata = { title: 'Automation' }

interface Address extends SearchPage {
  params: Promise<{ id: string }>
}

export default async function AutomationPage({ params, searchParams }: Address) {
  const { id } = await params
  const { account_id, automation } = await openedAutomation(id, `/automations/${id}`)
  const given = await automationAddress(searchParams)
  return (
    <PageData queries={({ trpc }) => automationQueries(trpc, automation, given)}>
      <Automation account_id={account_id} initial={automation} />
    </PageData>
  )
}
