'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { DataTable } from '@/components/data-table'
import { EmptyState } from '@/components/empty-state'
import { formatPeople } from '@/components/format'
import { useKeyset } from '@/components/keyset'
import { RelativeTime } from '@/components/relative-time'
import { SubscriberStateBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'

/** Who came by the form, in whatever state they are now. */
export function FormSubscribers({ id }: { id: number }) {
  const trpc = useTRPC()
  const { cursor, page } = useKeyset()
  const people = useQuery(
    trpc.forms.subscribers.queryOptions(
      { form_id: id, status: 'all', slim: true, per_page: 50, include_total_count: true, ...cursor },
      { placeholderData: keepPreviousData },
    ),
  )
  const total = people.data?.pagination.total_count
  return (
    <DataTable
      caption="Subscribers of this form"
      rows={people.data?.rows}
      rowId={(person) => person.id}
      rowHref={(person) => `/subscribers/${person.id}`}
      fetching={people.isPlaceholderData}
      error={people.error}
      onRetry={() => void people.refetch()}
      page={{
        ...page(people.data?.pagination),
        summary: total === undefined ? null : formatPeople(total),
      }}
      columns={[
        {
          key: 'person',
          header: 'Person',
          cell: (person) => (
            <span className="grid">
              <span className="truncate">{person.email_address}</span>
              {person.first_name ? (
                <span className="truncate font-normal text-muted-foreground">{person.first_name}</span>
              ) : null}
            </span>
          ),
        },
        {
          key: 'state',
          header: 'State',
          phone: 'aside',
          cell: (person) => <SubscriberStateBadge state={person.state} />,
        },
        {
          key: 'from',
          header: 'Came from',
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
          cell: (person) => <RelativeTime at={person.added_at} />,
        },
      ]}
      empty={
        <EmptyState
          illustration="people"
          title="Nobody yet"
          description="People appear here the moment they fill in the form. Share it, and they will."
        />
      }
    />
  )
}

const hostOf = (referrer: string | null) => (referrer ? (URL.parse(referrer)?.host ?? referrer) : null)
