'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parseAsStringLiteral } from 'nuqs'
import { EmptyState } from '@/components/empty-state'
import { useKeyset } from '@/components/keyset'
import { subscriberColumn } from '@/components/list/list-columns'
import { FilterSelect, useListFilters } from '@/components/list/list-filters'
import { ListSection } from '@/components/list/list-page'
import { RelativeTime } from '@/components/relative-time'
import { subscriberStates } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import type { Recipient } from '@/server/modules/delivery/schema.ts'
import { reasonText } from './delivery-card'
import { deliveryStates } from './delivery-states'

const STATES = ['sent', 'queued', 'unconfirmed', 'failed', 'excluded'] as const
const ACTIVITIES = ['opened', 'clicked', 'unsubscribed', 'bounced', 'complained'] as const
const WHO = [...STATES, ...ACTIVITIES] as const
const FILTERS = { who: parseAsStringLiteral(WHO) }
const options: { value: (typeof WHO)[number]; label: string }[] = [
  { value: 'opened', label: 'Opened' },
  { value: 'clicked', label: 'Clicked' },
  { value: 'unsubscribed', label: subscriberStates.cancelled.label },
  { value: 'bounced', label: subscriberStates.bounced.label },
  { value: 'complained', label: subscriberStates.complained.label },
  ...STATES.map((value) => ({ value, label: deliveryStates[value].label })),
]

/** The recipients, with their delivery state, opens and clicks. */
export function Recipients({ id }: { id: number }) {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const { values, setFilters } = useListFilters(FILTERS)
  const { who } = values
  const recipients = useQuery(
    trpc.broadcasts.recipients.queryOptions(
      {
        id,
        per_page: 50,
        state: STATES.find((state) => state === who),
        activity: ACTIVITIES.find((activity) => activity === who),
        ...cursor,
      },
      { placeholderData: keepPreviousData },
    ),
  )
  return (
    <ListSection
      caption="Recipients"
      filters={
        <FilterSelect
          label="Filter recipients"
          all="All recipients"
          className="w-48"
          value={who}
          options={options}
          onChange={(chosen) => void setFilters({ who: chosen })}
        />
      }
      list={recipients}
      rowId={(row) => row.subscriber_id}
      rowHref={(row) => `/subscribers/${row.subscriber_id}`}
      columns={[
        subscriberColumn,
        { key: 'state', header: 'State', phone: 'aside', cell: (row) => <RecipientState recipient={row} /> },
        {
          key: 'opened',
          header: 'Opened',
          align: 'end',
          cell: (row) => (row.opened_at ? <RelativeTime at={row.opened_at} /> : '–'),
        },
        {
          key: 'clicked',
          header: 'Clicked',
          align: 'end',
          cell: (row) => (row.clicked_at ? <RelativeTime at={row.clicked_at} /> : '–'),
        },
      ]}
      empty={
        <EmptyState
          as="h3"
          illustration="subscribers"
          title={who ? 'No recipients found' : 'No recipients yet'}
          description={who ? 'Choose another filter to see more recipients.' : 'Recipients appear when sending starts.'}
        />
      }
    />
  )
}

function RecipientState({ recipient }: { recipient: Recipient }) {
  const { label, tone } = deliveryStates[recipient.state]
  const why = recipient.unsubscribed_at
    ? subscriberStates.cancelled.label
    : recipient.bounced_at
      ? subscriberStates.bounced.label
      : recipient.reason
        ? reasonText(recipient.reason)
        : null
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone={tone}>{label}</Badge>
      {why ? (
        <span className="text-muted-foreground text-xs" title={recipient.detail ?? undefined}>
          {why}
        </span>
      ) : null}
    </span>
  )
}
