'use client'

import { useQuery } from '@tanstack/react-query'
import { Tag, Upload, UserPlus, X } from 'lucide-react'
import Link from 'next/link'
import { EmptyState } from '@/components/empty-state'
import { ExportButton } from '@/components/export-button'
import { useKeyset } from '@/components/keyset'
import { subscriberColumn } from '@/components/list/list-columns'
import { FilterTabs, NothingFound, useListFilters } from '@/components/list/list-filters'
import { ListPage } from '@/components/list/list-page'
import { PlanLimitNotice } from '@/components/plan-limit-notice'
import { IfRole, useHasRole } from '@/components/role'
import { SearchInput } from '@/components/search-input'
import { SubscriberStateBadge, subscriberStates } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import {
  narrowedBy,
  STATUSES,
  SUBSCRIBER_FILTERS,
  subscriberCountsQuery,
  subscriberListQuery,
  tagNamesQuery,
} from './queries'
import { useSelection } from './use-selection'

const SelectionActions = onDemand(async () => (await import('./bulk/selection-actions')).SelectionActions)
const BulkProgress = onDemand(async () => (await import('./bulk/bulk-progress')).BulkProgress)

export function SubscriberList() {
  const trpc = useTRPC()
  const { cursor, is_first } = useKeyset()
  const { values, setFilters, clear } = useListFilters(SUBSCRIBER_FILTERS)
  const { q, status, tag, filter } = values
  const may_write = useHasRole('editor')
  const narrowed = narrowedBy(values)
  const subscribers = useQuery(subscriberListQuery(trpc, values, cursor))
  const counts = useQuery(subscriberCountsQuery(trpc, values))
  const total = counts.data ? Object.values(counts.data).reduce((sum, count) => sum + count, 0) : undefined
  const matching = status === 'all' ? total : counts.data?.[status]
  const chosen = useSelection({ kind: 'query', ...narrowed, status }, matching, subscribers.data?.rows ?? [])
  const is_filtered = Boolean(q || tag || filter)
  const is_empty = total === 0 && !is_filtered && is_first
  const statusOptions = STATUSES.map((value) =>
    value === 'all'
      ? { value, label: 'All', count: total }
      : { value, label: subscriberStates[value].label, count: counts.data?.[value] },
  )

  return (
    <ListPage
      notices={
        <>
          <PlanLimitNotice />
          {may_write ? <BulkProgress /> : null}
        </>
      }
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
      tabs={
        <FilterTabs
          label="State"
          value={status}
          options={statusOptions}
          onChange={(chosen) => void setFilters({ status: chosen })}
        />
      }
      filters={
        <>
          <SearchInput label="Search subscribers" placeholder="Search by name or address" />
          {tag ? <TagChip id={tag} onClear={() => void setFilters({ tag: null })} /> : null}
        </>
      }
      list={subscribers}
      rowId={(subscriber) => subscriber.id}
      rowLabel={(subscriber) => subscriber.email_address}
      selection={{
        selected: chosen.selected,
        count: chosen.count,
        onChange: chosen.choose,
        actions:
          chosen.count > 0 ? (
            <SelectionActions
              selection={chosen.selection}
              count={chosen.count}
              all={
                !chosen.is_all && matching && matching > chosen.count
                  ? { count: matching, onChoose: chosen.chooseAll }
                  : undefined
              }
              onDone={chosen.clear}
            />
          ) : null,
      }}
      rowHref={(subscriber) => `/subscribers/${subscriber.id}`}
      columns={[
        subscriberColumn,
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
        { header: 'Joined', date: (subscriber) => subscriber.created_at },
      ]}
      empty={
        is_empty ? (
          <EmptyState
            illustration="subscribers"
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
          <NothingFound
            title="No subscribers found"
            description={q ? `No email address or name contains “${q}”.` : 'No subscriber has this state.'}
            clearLabel="Show all active subscribers"
            onClear={clear}
          />
        )
      }
    />
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
  const tags = useQuery(tagNamesQuery(trpc))
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
