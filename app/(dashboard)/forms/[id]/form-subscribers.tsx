import { useQuery } from '@tanstack/react-query'
import { formatCrowd } from '@/components/format'
import { useKeyset } from '@/components/keyset'
import { subscriberColumn } from '@/components/list/list-columns'
import { ListTable } from '@/components/list/list-table'
import { SubscriberStateBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { formSubscribersQuery } from './queries'

/** Subscribers who used the form, in any state. */
export function FormSubscribers({ id }: { id: number }) {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const subscribers = useQuery(formSubscribersQuery(trpc, id, cursor))
  return (
    <ListTable
      caption="Subscribers of this form"
      list={subscribers}
      summary={formatCrowd}
      rowId={(subscriber) => subscriber.id}
      rowHref={(subscriber) => `/subscribers/${subscriber.id}`}
      columns={[
        subscriberColumn,
        {
          header: 'State',
          phone: 'aside',
          cell: (subscriber) => <SubscriberStateBadge state={subscriber.state} />,
        },
        {
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
        { header: 'Added', date: (subscriber) => subscriber.added_at },
      ]}
      empty={{
        illustration: 'subscribers',
        title: 'No subscribers yet',
        description: 'Share the form. Everyone who fills it in appears here.',
      }}
    />
  )
}

const hostOf = (referrer: string | null) => (referrer ? (URL.parse(referrer)?.host ?? referrer) : null)
