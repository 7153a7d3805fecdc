import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { shownValue } from '@/components/custom-fields/shown-value'
import { ErrorState } from '@/components/error-state'
import { formatNumber, formatPercent } from '@/components/format'
import { ArrowUpRight } from '@/components/generated/icons'
import { Loaded } from '@/components/loaded'
import { RowsSkeleton } from '@/components/loading'
import { allFieldsQuery } from '@/components/page-queries'
import { DateTime } from '@/components/relative-time'
import { SubscriberStateBadge } from '@/components/status-badge'
import { TagBadge } from '@/components/tags/tag-badge'
import { useTRPC } from '@/components/trpc-provider'
import { LinkButton } from '@/components/ui/link-button'
import { Sheet } from '@/components/ui/sheet'
import { HistoryRow } from './[id]/history'
import { statsQuery, subscriberQuery } from './[id]/queries'

const SHOWN_EVENTS = 8

/** A subscriber beside the list. */
export function QuickLook({ id, onClose }: { id: number; onClose: () => void }) {
  const trpc = useTRPC()
  const subscriber = useQuery(subscriberQuery(trpc, id))
  const { data, error } = subscriber
  return (
    <Sheet
      onClose={onClose}
      title={data ? (data.first_name ?? data.email_address) : 'Subscriber'}
      description={data?.first_name ? data.email_address : undefined}
      isReading
    >
      {error ? (
        <ErrorState as="h3" error={error} onRetry={() => void subscriber.refetch()} />
      ) : !data ? (
        <RowsSkeleton rows={6} />
      ) : (
        <div className="grid gap-6 pt-1 text-sm">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <SubscriberStateBadge state={data.state} />
            <span className="text-muted-foreground">
              Joined on <DateTime at={data.created_at} />
            </span>
          </div>
          <LinkButton variant="outline" className="w-fit" href={`/subscribers/${id}`}>
            Open full page <ArrowUpRight aria-hidden />
          </LinkButton>
          <Engagement id={id} is_tracked={data.is_tracked} />
          <Part title="Tags">
            {data.tags.length === 0 ? (
              <p className="text-muted-foreground">No tags yet.</p>
            ) : (
              <ul className="flex flex-wrap gap-1.5">
                {data.tags.map((tag) => (
                  <li key={tag.id} className="max-w-full">
                    <Link href={`/subscribers?tag=${tag.id}`} className="rounded-full">
                      <TagBadge id={tag.id} name={tag.name} className="hover:underline" />
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </Part>
          <Fields values={data.fields} />
          <Activity id={id} />
        </div>
      )}
    </Sheet>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold tracking-tight">{title}</h3>
      {children}
    </section>
  )
}

function Engagement({ id, is_tracked }: { id: number; is_tracked: boolean }) {
  const trpc = useTRPC()
  const stats = useQuery(statsQuery(trpc, id))
  if (!stats.data) return null
  const { sent, open_rate, click_rate } = stats.data.stats
  const rate = (value: number) => (sent && is_tracked ? formatPercent(value * 100) : '–')
  const figures = [
    { label: 'Emails sent', value: formatNumber(sent) },
    { label: 'Opened', value: rate(open_rate) },
    { label: 'Clicked', value: rate(click_rate) },
  ]
  return (
    <dl className="grid grid-cols-3 gap-4">
      {figures.map(({ label, value }) => (
        <div key={label} className="grid gap-0.5">
          <dt className="text-muted-foreground">{label}</dt>
          <dd className="figures font-semibold text-lg tracking-tight">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Fields({ values }: { values: Record<string, string | null> }) {
  const trpc = useTRPC()
  const fields = useQuery(allFieldsQuery(trpc))
  const filled = (fields.data?.rows ?? []).filter(({ key }) => values[key])
  if (filled.length === 0) return null
  return (
    <Part title="Fields">
      <dl className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 gap-y-1.5">
        {filled.map((field) => (
          <div key={field.key} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted-foreground [overflow-wrap:anywhere]">{field.label}</dt>
            <dd className="whitespace-pre-line [overflow-wrap:anywhere]">
              {shownValue(field, values[field.key] ?? '')}
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

function Activity({ id }: { id: number }) {
  const trpc = useTRPC()
  const history = useQuery(trpc.subscribers.history.queryOptions({ id, per_page: SHOWN_EVENTS }))
  return (
    <Part title="Recent activity">
      <Loaded query={history} as="h3" loading={<RowsSkeleton rows={3} />}>
        {(data) =>
          data.rows.length === 0 ? (
            <p className="text-muted-foreground">Emails, clicks and changes appear here.</p>
          ) : (
            <ol className="grid">
              {data.rows.map((entry) => (
                <HistoryRow key={`${entry.kind} ${entry.id}`} entry={entry} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </Part>
  )
}
