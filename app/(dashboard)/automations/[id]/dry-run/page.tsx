import type { Metadata } from 'next'
import { cursorOf } from '@/components/list/cursor'
import { PageData, type SearchPage } from '../../../page-data'
import { namedIds } from '../../graph/named-ids'
import { namesQuery } from '../../queries'
import { openedAutomation } from '../opened'
import { DryRunView } from './dry-run-view'
import { dryRunAddress, dryRunQuery, simulatedQuery } from './queries'

export const metadata: Metadata = { title: 'Dry run' }

interface Address extends SearchPage {
  params: Promise<{ id: string }>
}

export default async function DryRunPage({ params, searchParams }: Address) {
  const { id } = await params
  const { automation } = await openedAutomation(id, `/automations/${id}/dry-run`)
  const address = await dryRunAddress(searchParams)
  return (
    <PageData
      queries={({ trpc, after }) => [
        after(dryRunQuery(trpc, automation.id), (found) =>
          found
            ? [
                namesQuery(trpc, namedIds(found.graph)),
                ...(address.tab === 'subscribers' ? [simulatedQuery(trpc, found.id, address, cursorOf(address))] : []),
              ]
            : [],
        ),
      ]}
    >
      <DryRunView automation={automation} />
    </PageData>
  )
}
