'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Tag, Upload, UserPlus, X } from 'lucide-react'
import Link from 'next/link'
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { DataTable } from '@/components/data-table'
import { EmptyState } from '@/components/empty-state'
import { ExportButton } from '@/components/export-button'
import { formatNumber } from '@/components/format'
import { useKeyset } from '@/components/keyset'
import { Page, PageHeader } from '@/components/page-header'
import { RelativeTime } from '@/components/relative-time'
import { IfRole } from '@/components/role'
import { SearchInput } from '@/components/search-input'
import { SubscriberStateBadge, subscriberStates } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Tabs, TabsList, TabsTrigger } from '@/components/ui/tabs'

const STATES = ['active', 'inactive', 'cancelled', 'bounced', 'complained'] as const
const STATUSES = [...STATES, 'all'] as const
const tabs = STATUSES.map((status) => ({ status, label: status === 'all' ? 'All' : subscriberStates[status].label }))

export function SubscriberList() {
  const trpc = useTRPC()
  const { cursor, page, is_first } = useKeyset()
  const [{ q, status, tag }, setFilter] = useQueryStates({
    q: parseAsString,
    status: parseAsStringLiteral(STATUSES).withDefault('active'),
    tag: parseAsInteger,
    after: parseAsString,
    before: parseAsString,
  })
  const narrowed = { search: q ?? undefined, tag_id: tag ?? undefined }
  const subscribers = useQuery(
    trpc.subscribers.list.queryOptions(
      { ...narrowed, status, per_page: 50, ...cursor },
      { placeholderData: keepPreviousData },
    ),
  )
  const counts = useQuery(trpc.subscribers.counts.queryOptions(narrowed, { placeholderData: keepPreviousData }))
  const total = counts.data ? Object.values(counts.data).reduce((sum, count) => sum + count, 0) : undefined
  const is_empty = total === 0 && !q && !tag && is_first
  const clear = () => void setFilter({ q: null, tag: null, status: null, after: null, before: null })

  return (
    <Page>
      <PageHeader
        title="Subscribers"
        description="Everyone who signed up for your emails."
        actions={
          <IfRole atLeast="editor">
            {total ? <ExportButton what={{ kind: 'subscribers', selection: { ...narrowed, status } }} /> : null}
            <Button variant="outline" asChild>
              <Link href="/subscribers/import">
                <Upload aria-hidden /> Import
              </Link>
            </Button>
            <Button asChild>
              <Link href="/subscribers/new">
                <UserPlus aria-hidden /> Add subscriber
              </Link>
            </Button>
          </IfRole>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Tabs
          value={status}
          onValueChange={(value) =>
            void setFilter({ status: STATUSES.find((known) => known === value) ?? null, after: null, before: null })
          }
        >
          <TabsList aria-label="State">
            {tabs.map((tab) => (
              <TabsTrigger key={tab.status} value={tab.status} aria-controls={undefined}>
                {tab.label}
                <span className="figures font-normal text-muted-foreground">
                  {counts.data ? formatNumber(tab.status === 'all' ? (total ?? 0) : counts.data[tab.status]) : ''}
                </span>
              </TabsTrigger>
            ))}
          </TabsList>
        </Tabs>
        <div className="flex flex-wrap items-center gap-3">
          <SearchInput label="Search subscribers" placeholder="Search by name or address" />
          {tag ? <TagChip id={tag} onClear={() => void setFilter({ tag: null, after: null, before: null })} /> : null}
        </div>
        <DataTable
          caption="Subscribers"
          rows={subscribers.data?.rows}
          rowId={(subscriber) => subscriber.id}
          rowHref={(subscriber) => `/subscribers/${subscriber.id}`}
          fetching={subscribers.isPlaceholderData}
          error={subscribers.error}
          onRetry={() => void subscribers.refetch()}
          page={page(subscribers.data?.pagination)}
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
              key: 'tags',
              header: 'Tags',
              from: 'lg',
              phone: 'hidden',
              cell: (subscriber) => <TagNames names={(subscriber.tags ?? []).map(({ name }) => name)} />,
            },
            {
              key: 'joined',
              header: 'Joined',
              align: 'end',
              className: 'whitespace-nowrap text-muted-foreground',
              cell: (subscriber) => <RelativeTime at={subscriber.created_at} />,
            },
          ]}
          empty={
            is_empty ? (
              <EmptyState
                illustration="people"
                title="No subscribers yet"
                description="Import your existing list, or add your first subscriber."
                actions={
                  <IfRole atLeast="editor">
                    <Button asChild>
                      <Link href="/subscribers/import">
                        <Upload aria-hidden /> Import CSV
                      </Link>
                    </Button>
                    <Button variant="outline" asChild>
                      <Link href="/subscribers/new">Add subscriber</Link>
                    </Button>
                  </IfRole>
                }
              />
            ) : (
              <EmptyState
                illustration="search"
                title="No subscribers found"
                description={q ? `No email address or name contains “${q}”.` : 'No subscriber has this state.'}
                actions={
                  <Button variant="outline" onClick={clear}>
                    Show all active subscribers
                  </Button>
                }
              />
            )
          }
        />
      </div>
    </Page>
  )
}

const SHOWN_TAGS = 3

function TagNames({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <span className="flex flex-wrap gap-1">
      {names.slice(0, SHOWN_TAGS).map((name) => (
        <Badge key={name} tone="neutral" className="max-w-40">
          <span className="truncate">{name}</span>
        </Badge>
      ))}
      {names.length > SHOWN_TAGS ? (
        <span className="text-muted-foreground text-xs" title={names.slice(SHOWN_TAGS).join(', ')}>
          +{names.length - SHOWN_TAGS}
        </span>
      ) : null}
    </span>
  )
}

function TagChip({ id, onClear }: { id: number; onClear: () => void }) {
  const trpc = useTRPC()
  const tags = useQuery(trpc.tags.list.queryOptions({ per_page: 1000 }))
  const name = tags.data?.rows.find((tag) => tag.id === id)?.name ?? '…'
  return (
    <Badge tone="info" className="h-8">
      <Tag aria-hidden /> {name}
      <button
        type="button"
        aria-label={`Clear tag filter ${name}`}
        className="-mr-1 rounded-full p-0.5 hover:bg-foreground/10"
        onClick={onClear}
      >
        <X aria-hidden />
      </button>
    </Badge>
  )
}
