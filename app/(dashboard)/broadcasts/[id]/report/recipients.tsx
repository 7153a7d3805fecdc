'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { DataTable } from '@/components/data-table'
import { EmptyState } from '@/components/empty-state'
import { useKeyset } from '@/components/keyset'
import { RelativeTime } from '@/components/relative-time'
import { subscriberStates } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { SelectInput } from '@/components/ui/select'
import type { Recipient } from '@/server/modules/delivery/schema.ts'
import { reasonText } from './delivery-card'
import { deliveryStates } from './delivery-states'

const STATES = ['sent', 'queued', 'unconfirmed', 'failed', 'excluded'] as const
const ACTIVITIES = ['opened', 'clicked', 'unsubscribed', 'bounced', 'complained'] as const
const options = [
  { value: 'all', label: 'All recipients' },
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
  const { cursor, page } = useKeyset()
  const [who, setWho] = useQueryState('who', parseAsStringLiteral([...STATES, ...ACTIVITIES]))
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
    <div className="grid gap-4">
      <SelectInput
        aria-label="Filter recipients"
        className="w-48"
        value={who ?? 'all'}
        options={options}
        onChange={(value) => void setWho([...STATES, ...ACTIVITIES].find((known) => known === value) ?? null)}
      />
      <DataTable
        caption="Recipients"
        rows={recipients.data?.rows}
        rowId={(row) => row.subscriber_id}
        rowHref={(row) => `/subscribers/${row.subscriber_id}`}
        fetching={recipients.isPlaceholderData}
        error={recipients.error}
        onRetry={() => void recipients.refetch()}
        page={page(recipients.data?.pagination)}
        columns={[
          {
            key: 'person',
            header: 'Subscriber',
            cell: (row) => (
              <span className="grid">
                <span className="truncate">{row.email_address}</span>
                {row.first_name ? (
                  <span className="truncate font-normal text-muted-foreground">{row.first_name}</span>
                ) : null}
              </span>
            ),
          },
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
            illustration="people"
            title={who ? 'No recipients found' : 'No recipients yet'}
            description={
              who ? 'Choose another filter to see more recipients.' : 'Recipients appear when sending starts.'
            }
          />
        }
      />
    </div>
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
