'use client'

import { useQuery } from '@tanstack/react-query'
import { useKeyset } from '@/components/keyset'
import { FilterSelect, NothingFound, useListFilters } from '@/components/list/list-filters'
import { ListPage } from '@/components/list/list-page'
import { useNow } from '@/components/relative-time'
import { useTimeZone } from '@/components/time-zone'
import { useTRPC } from '@/components/trpc-provider'
import { LinkButton } from '@/components/ui/link-button'
import { whatHappens } from '@/server/modules/approvals/sentence-schema.ts'
import { APPROVAL_LABELS, APPROVAL_STATES } from '@/server/modules/approvals/values-schema.ts'
import { ApprovalBadge } from './approval-badge'
import { APPROVAL_FILTERS, approvalListQuery } from './queries'

/** Lists what assistants asked members to approve. */
export function ApprovalList() {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const { values, clear, select } = useListFilters(APPROVAL_FILTERS)
  const list = useQuery(approvalListQuery(trpc, values, cursor))
  const now = useNow()
  const timeZone = useTimeZone()
  const labels = APPROVAL_LABELS()
  return (
    <ListPage
      title="Approvals"
      description="What assistants ask to send, delete or change. Nothing happens until you approve it."
      filters={
        <FilterSelect
          label="Status"
          all="All"
          {...select('state')}
          options={APPROVAL_STATES.map((state) => ({ value: state, label: labels[state] }))}
        />
      }
      list={list}
      rowId={({ id }) => id}
      rowHref={({ id }) => `/approvals/${id}`}
      columns={[
        { header: 'Request', lines: (row) => [whatHappens(row, { now: new Date(now), timeZone }), row.asked_by] },
        { header: 'Status', phone: 'aside', cell: ({ state }) => <ApprovalBadge state={state} /> },
        { header: 'Asked', date: ({ created_at }) => created_at, from: 'lg', phone: 'hidden' },
      ]}
      empty={
        values.state ? (
          <NothingFound title="Nothing found" clearLabel="Show all" onClear={clear} />
        ) : (
          {
            illustration: 'inbox',
            title: 'No requests yet',
            description: 'Connect an assistant with a key of its own. What it wants to send is listed here first.',
            actions: (
              <LinkButton variant="outline" href="/settings/api-keys">
                API keys
              </LinkButton>
            ),
          }
        )
      }
    />
  )
}
