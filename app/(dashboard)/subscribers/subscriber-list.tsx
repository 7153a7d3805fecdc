'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { parseAsInteger, useQueryState } from 'nuqs'
import { useState } from 'react'
import { ExportButton } from '@/components/export-button'
import { Columns3, ListFilter, PanelRight, Upload, UserPlus, X } from '@/components/generated/icons'
import { useShortcut } from '@/components/keyboard-shortcuts'
import { useKeyset } from '@/components/keyset'
import { FilterTabs, NothingFound, useListFilters } from '@/components/list/list-filters'
import { ListPage } from '@/components/list/list-page'
import { allTagsQuery } from '@/components/page-queries'
import { PlanLimitNotice } from '@/components/plan-limit-notice'
import { IfRole, useHasRole } from '@/components/role'
import { SearchInput } from '@/components/search-input'
import { subscriberStates } from '@/components/status-badge'
import { TagBadge, useTagColors } from '@/components/tags/tag-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Button, IconButton } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { onDemand } from '@/components/ui/on-demand'
import { t } from '@/server/lib/locale/texts.ts'
import type { ListSort } from '@/server/modules/subscribers/columns-schema.ts'
import { isSortedByIndex, MAX_SORTED } from '@/server/modules/subscribers/values-schema.ts'
import { shownColumns } from './list-cells'
import { narrowedBy, STATUSES, SUBSCRIBER_FILTERS, subscriberCountsQuery, subscriberListQuery } from './queries'
import { SortNotice, tooManyText } from './sort-notice'
import { useSelection } from './use-selection'

const SelectionActions = onDemand(async () => (await import('./bulk/selection-actions')).SelectionActions)
const FilterPanel = onDemand(async () => (await import('./filter-panel')).FilterPanel)
const ColumnsDialog = onDemand(async () => (await import('./columns-dialog')).ColumnsDialog)
const QuickLook = onDemand(async () => (await import('./quick-look')).QuickLook)
// Rendered on the server, because it would push the list down.
const BulkProgress = dynamic(async () => (await import('./bulk/bulk-progress')).BulkProgress)

/** More columns are wider than a page. */
const FITTING = 4
const STANDARD = ['state', 'tags', 'joined'] as const

export function SubscriberList() {
  const trpc = useTRPC()
  const { cursor, is_first } = useKeyset()
  const { values, setFilters, clear } = useListFilters(SUBSCRIBER_FILTERS)
  const { q, status, tag, filter, sort, order } = values
  const [look, setLook] = useQueryState('look', parseAsInteger)
  const [filtering, setFiltering] = useState(false)
  const [choosing, setChoosing] = useState(false)
  /** A clicked column by which the list is too long to sort. */
  const [refusedSort, setRefusedSort] = useState<string>()
  const may_write = useHasRole('editor')
  useShortcut('v', {
    label: 'Quick look at the row',
    group: t`Lists`,
    run: () => {
      const href = document.activeElement?.closest('tr')?.querySelector('[data-row-link]')?.getAttribute('href')
      if (href) void setLook(Number(href.split('/').at(-1)))
    },
  })
  const filters = narrowedBy(values)
  const subscribers = useQuery(subscriberListQuery(trpc, values, cursor))
  const { columns = STANDARD, fields = [] } = subscribers.data ?? {}
  const counts = useQuery(subscriberCountsQuery(trpc, values))
  const total = counts.data ? Object.values(counts.data).reduce((sum, count) => sum + count, 0) : undefined
  const matching = status === 'all' ? total : counts.data?.[status]
  const selection = useSelection({ kind: 'query', ...filters, status }, matching, subscribers.data?.rows ?? [])
  const is_filtered = Boolean(q || tag || filter)
  const colorOf = useTagColors() ?? (() => null)
  const tableColumns = shownColumns(columns, fields, colorOf).map((column) => sortable(column))
  function sortable(column: ReturnType<typeof shownColumns>[number]) {
    if (!('sort' in column) || !column.sort || matching === undefined || matching <= MAX_SORTED) return column
    if (isSortedByIndex(column.sort as ListSort, { is_narrowed: is_filtered, status })) return column
    return { ...column, unsortable: tooManyText(column.header, matching) }
  }
  const headerOf = (field: string) => tableColumns.find((column) => 'sort' in column && column.sort === field)?.header
  // The server decides. Its result from before a filter change does not count.
  const sortRefusal = subscribers.isPlaceholderData ? undefined : subscribers.data?.unsorted
  const refused_label =
    refusedSort &&
    tableColumns.find((column) => 'unsortable' in column && column.unsortable && column.sort === refusedSort)?.header
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
          {total ? <ExportButton input={{ kind: 'subscribers', selection: { ...filters, status } }} /> : null}
          <LinkButton variant="outline" href="/subscribers/import">
            <Upload aria-hidden /> Import
          </LinkButton>
          <LinkButton href="/subscribers/new">
            <UserPlus aria-hidden /> Add subscriber
          </LinkButton>
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
          <Button
            variant="outline"
            aria-expanded={filtering}
            className={filter ? 'border-primary text-primary-ink' : undefined}
            onClick={() => setFiltering(!filtering)}
          >
            <ListFilter aria-hidden /> {filter ? 'Filtered' : 'Filter'}
          </Button>
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
            <Columns3 aria-hidden /> Columns
          </Button>
          {filtering ? (
            <div className="basis-full">
              <FilterPanel
                text={filter}
                onChange={(text) => void setFilters({ filter: text })}
                onClose={() => setFiltering(false)}
              />
            </div>
          ) : null}
          {sortRefusal || refused_label ? (
            <div className="basis-full">
              <SortNotice
                reason={refused_label ? 'too_many' : (sortRefusal?.reason ?? 'too_many')}
                label={refused_label || (sortRefusal?.label ?? headerOf(sort) ?? t`this column`)}
                matching={matching ?? MAX_SORTED}
                onFilter={() => setFiltering(true)}
                onDismiss={() => {
                  setRefusedSort(undefined)
                  if (sortRefusal) void setFilters({ sort: null, order: null })
                }}
              />
            </div>
          ) : null}
        </>
      }
      list={subscribers}
      rowId={(subscriber) => subscriber.id}
      rowLabel={(subscriber) => subscriber.email_address}
      selection={{
        selected: selection.selected,
        count: selection.count,
        onChange: selection.choose,
        actions:
          selection.count > 0 ? (
            <SelectionActions
              selection={selection.selection}
              count={selection.count}
              allMatches={
                !selection.is_all && matching && matching > selection.count
                  ? { count: matching, onChoose: selection.chooseAll }
                  : undefined
              }
              onDone={selection.clear}
            />
          ) : null,
      }}
      rowHref={(subscriber) => `/subscribers/${subscriber.id}`}
      wide={columns.length + fields.length > FITTING}
      columns={tableColumns}
      sort={{
        field: sortRefusal ? 'added' : sort,
        order,
        usual: { field: 'added', label: t`Newest first` },
        onChange: (field, next) => void setFilters({ sort: field as ListSort, order: next }),
        onRefused: setRefusedSort,
      }}
      rowEnd={(subscriber) => (
        <IconButton
          icon={PanelRight}
          label={`Quick look at ${subscriber.email_address}`}
          className="text-muted-foreground"
          onClick={() => void setLook(subscriber.id)}
        />
      )}
      empty={
        is_empty ? (
          {
            illustration: 'subscribers',
            title: 'No subscribers yet',
            description: 'Import your existing list, or add your first subscriber.',
            actions: (
              <IfRole atLeast="editor">
                <LinkButton href="/subscribers/import">
                  <Upload aria-hidden /> Import CSV
                </LinkButton>
                <LinkButton variant="outline" href="/subscribers/new">
                  Add subscriber
                </LinkButton>
              </IfRole>
            ),
          }
        ) : (
          <NothingFound
            title="No subscribers found"
            description={
              q
                ? `No email address or name contains “${q}”.`
                : filter
                  ? 'No subscriber with this state matches the filter.'
                  : 'No subscriber has this state.'
            }
            clearLabel="Show all active subscribers"
            onClear={() => {
              setFiltering(false)
              clear()
            }}
          />
        )
      }
    >
      {choosing ? (
        <ColumnsDialog columns={columns} field_ids={fields.map(({ id }) => id)} onClose={() => setChoosing(false)} />
      ) : null}
      {look ? <QuickLook id={look} onClose={() => void setLook(null)} /> : null}
    </ListPage>
  )
}

function TagChip({ id, onClear }: { id: number; onClear: () => void }) {
  const trpc = useTRPC()
  const tags = useQuery(allTagsQuery(trpc))
  const name = tags.data?.rows.find((tag) => tag.id === id)?.name ?? '…'
  return (
    <TagBadge id={id} name={name} className="h-8">
      <button
        type="button"
        aria-label={`Clear tag filter ${name}`}
        className="-me-1 rounded-full p-0.5 hover:bg-foreground/10"
        onClick={onClear}
      >
        <X aria-hidden />
      </button>
    </TagBadge>
  )
}
