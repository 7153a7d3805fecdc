'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { DataTable } from '@/components/data-table'
import { EmptyState } from '@/components/empty-state'
import { formatCrowd } from '@/components/format'
import { useKeyset } from '@/components/keyset'
import { RelativeTime } from '@/components/relative-time'
import { SubscriberStateBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'

/** Subscribers who used the form, in any state. */
export function FormSubscribers({ id }: { id: number }) {
  const trpc = useTRPC()
  const { cursor, page } = useKeyset()
  const subscribers = useQuery(
    trpc.forms.subscribers.queryOptions(
      { form_id: id, status: 'all', slim: true, per_page: 50, include_total_count: true, ...cursor },
      { placeholderData: keepPreviousData },
    ),
  )
  const total = subscribers.data?.pagination.total_count
  return (
    <DataTable
      caption="Subscribers of this form"
      rows={subscribers.data?.rows}
      rowId={(subscriber) => subscriber.id}
      rowHref={(subscriber) => `/subscribers/${subscriber.id}`}
      fetching={subscribers.isPlaceholderData}
      error={subscribers.error}
      onRetry={() => void subscribers.refetch()}
      page={{
        ...page(subscribers.data?.pagination),
        summary: total === undefined ? null : formatCrowd(total),
      }}
      columns={[
        {
          key: 'person',
          header: 'Subscriber',
          cell: (subscriber) => (
            <span className="grid">
              <span className="truncate">{subscriber.email_address}</span>
              {subscriber.first_name ? (
                <span className="truncate font-normal text-muted-foreground">{subscriber.first_name}</span>
              ) : null}
            </span>
          ),
        },
        {
          key: 'state',
          header: 'State',
          phone: 'aside',
          cell: (subscriber) => <SubscriberStateBadge state={subscriber.state} />,
        },
        {
          key: 'from',
          header: 'Source',
          from: 'lg',
          phone: 'hidden',
          className: 'max-w-64 text-muted-foreground',
          cell: ({ referrer, referrer_utm_parameters: utm }) => (
            <span className="block truncate" title={referrer ?? undefined}>
              {utm.campaign ?? utm.source ?? hostOf(referrer) ?? '–'}
            </span>
          ),
        },
        {
          key: 'added',
          header: 'Added',
          align: 'end',
          className: 'whitespace-nowrap text-muted-foreground',
          cell: (subscriber) => <RelativeTime at={subscriber.added_at} />,
        },
      ]}
      empty={
        <EmptyState
          illustration="people"
          title="No subscribers yet"
          description="Share the form. Everyone who fills it in appears here."
        />
      }
    />
  )
}

const hostOf = (referrer: string | null) => (referrer ? (URL.parse(referrer)?.host ?? referrer) : null)
