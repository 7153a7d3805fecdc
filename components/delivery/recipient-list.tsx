import { useState } from 'react'
import { deliveryParts } from '@/components/delivery/delivery-parts'
import { bounceText, reasonText } from '@/components/delivery/delivery-reasons'
import { WhyButton } from '@/components/delivery/why-button'
import type { EmailRef } from '@/components/email-editor/email-ref'
import { useKeyset } from '@/components/keyset'
import { subscriberColumn } from '@/components/list/list-columns'
import { FilterSelect, useListFilters } from '@/components/list/list-filters'
import { ListSection } from '@/components/list/list-page'
import type { ListTableProps } from '@/components/list/list-table'
import { RelativeTime } from '@/components/relative-time'
import { subscriberStates } from '@/components/status-badge'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import type { Recipient } from '@/server/modules/delivery/schema.ts'
import { PARTS } from '@/server/modules/delivery/values-schema.ts'
import { RECIPIENT_FILTERS, recipientFilter, type WHO } from './recipient-filter'

const WhyDialog = onDemand(async () => (await import('@/components/delivery/why-dialog')).WhyDialog)

const options: { value: (typeof WHO)[number]; label: string }[] = [
  { value: 'opened', label: 'Opened' },
  { value: 'clicked', label: 'Clicked' },
  { value: 'unsubscribed', label: subscriberStates.cancelled.label },
  { value: 'bounced', label: subscriberStates.bounced.label },
  { value: 'complained', label: subscriberStates.complained.label },
  ...PARTS.map((value) => ({ value, label: deliveryParts[value].label })),
]

/** Returns the URL's filter for the recipients procedures. */
export function useRecipientFilter() {
  const { cursor } = useKeyset()
  return recipientFilter(useListFilters(RECIPIENT_FILTERS).values, cursor)
}

interface RecipientListProps {
  list: ListTableProps<Recipient, number>['list']
  email: EmailRef
}

/** The recipients of an email with their results. */
export function RecipientList({ list, email }: RecipientListProps) {
  const [askedAddress, setAskedAddress] = useState<string>()
  const { values, setFilters } = useListFilters(RECIPIENT_FILTERS)
  const { who, reason } = values
  return (
    <>
      <ListSection
        caption="Recipients"
        filters={
          <div className="flex flex-wrap items-center gap-2">
            <FilterSelect
              label="Filter recipients"
              all="All recipients"
              className="w-48"
              value={who}
              options={options}
              onChange={(chosen) => void setFilters({ who: chosen, reason: null })}
            />
            {reason ? (
              <Button variant="outline" size="sm" onClick={() => void setFilters({ reason: null })}>
                {reasonText(reason)} ×<span className="sr-only">Remove this filter</span>
              </Button>
            ) : null}
            <WhyButton email={email} />
          </div>
        }
        list={list}
        rowId={(row) => row.subscriber_id}
        rowHref={(row) => `/subscribers/${row.subscriber_id}`}
        columns={[
          subscriberColumn,
          { header: 'State', phone: 'aside', cell: (row) => <RecipientState recipient={row} /> },
          {
            header: 'Opened',
            align: 'end',
            cell: (row) => (row.opened_at ? <RelativeTime at={row.opened_at} /> : '–'),
          },
          {
            header: 'Clicked',
            align: 'end',
            cell: (row) => (row.clicked_at ? <RelativeTime at={row.clicked_at} /> : '–'),
          },
          {
            header: 'Reason',
            align: 'end',
            cell: (row) => (
              <Button variant="ghost" size="sm" onClick={() => setAskedAddress(row.email_address)}>
                Why?<span className="sr-only"> {row.email_address}</span>
              </Button>
            ),
          },
        ]}
        empty={{
          as: 'h3',
          illustration: 'subscribers',
          title: who ? 'No recipients found' : 'No recipients yet',
          description: who ? 'Choose another filter to see more recipients.' : 'Recipients appear when sending starts.',
        }}
      />
      <WhyDialog
        email={email}
        open={askedAddress !== undefined}
        onClose={() => setAskedAddress(undefined)}
        address={askedAddress}
      />
    </>
  )
}

function RecipientState({ recipient }: { recipient: Recipient }) {
  const { part, reason, detail, next_attempt_at } = recipient
  const { label, tone } = deliveryParts[part]
  const facts = factsOf(recipient)
  const why = facts.length === 0 && reason && part !== 'unconfirmed' ? reasonText(reason) : null
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={tone}>{label}</Badge>
      {facts.map(({ label, at }) => (
        <span key={label} className="text-muted-foreground text-xs" title={detail ?? undefined}>
          {label} <RelativeTime at={at} />
        </span>
      ))}
      {why ? (
        <span className="text-muted-foreground text-xs" title={detail ?? undefined}>
          {why}
        </span>
      ) : null}
      {part === 'retrying' && next_attempt_at ? (
        <span className="text-muted-foreground text-xs" title={detail ?? undefined}>
          Next attempt <RelativeTime at={next_attempt_at} />
        </span>
      ) : null}
    </span>
  )
}

/** Returns reports about and reactions to a message, worst first. */
function factsOf({
  complained_at,
  bounced_at,
  bounce_type,
  unsubscribed_at,
}: Recipient): { label: string; at: string }[] {
  const facts = [
    { label: 'Marked as spam', at: complained_at },
    { label: bounceText(bounce_type), at: bounced_at },
    { label: subscriberStates.cancelled.label, at: unsubscribed_at },
  ]
  return facts.flatMap(({ label, at }) => (at === null ? [] : { label, at }))
}
