'use client'

import { useQuery } from '@tanstack/react-query'
import { AppLogo } from '@/components/apps/app-logo'
import { formatCount } from '@/components/format'
import { Eye, PencilLine } from '@/components/generated/icons'
import { useKeyset } from '@/components/keyset'
import { FilterSelect, FilterTabs, NothingFound, useListFilters } from '@/components/list/list-filters'
import { ListPage } from '@/components/list/list-page'
import { StatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { REVIEW_FILTERS, reviewListQuery } from './queries'

/** Lists apps and automation templates: waiting for review, oldest first, or approved. */
export function ReviewQueue() {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const { values, setFilters, clear, select } = useListFilters(REVIEW_FILTERS)
  const { kind, state } = values
  const list = useQuery(reviewListQuery(trpc, values, cursor))
  const waits = state === 'in_review'
  return (
    <ListPage
      title="Reviews"
      description="Review apps and automation templates. Developers are notified of your decision by email."
      list={list}
      summary={(total) => formatCount(total, 'item')}
      rowId={(item) => `${item.kind} ${item.id}`}
      rowHref={(item) => `/admin/review/${item.kind}s/${item.id}`}
      rowLabel={({ name }) => name}
      tabs={
        <FilterTabs
          label="State"
          value={state}
          options={[
            { value: 'in_review', label: 'In review' },
            { value: 'published', label: 'In the store' },
          ]}
          onChange={(next) => void setFilters({ state: next })}
        />
      }
      filters={
        <FilterSelect
          label="Kind"
          all="All kinds"
          className="w-56"
          {...select('kind')}
          options={{ app: 'Apps', template: 'Templates' }}
        />
      }
      columns={[
        {
          header: 'Name',
          cell: ({ kind, name, app_name, logo_url, is_revision }) => (
            <span className="flex items-center gap-3">
              <AppLogo src={logo_url} className="size-9 rounded-lg" />
              <span className="grid min-w-0">
                <span className="flex min-w-0 flex-wrap items-center gap-2">
                  <span className="truncate">{name}</span>
                  {is_revision ? <StatusBadge label="Changes" tone="info" icon={PencilLine} /> : null}
                </span>
                <span className="truncate font-normal text-muted-foreground">
                  {kind === 'app' ? 'App' : `${app_name} template`}
                </span>
              </span>
            </span>
          ),
        },
        { header: 'Developer', phone: 'plain', cell: ({ developer }) => developer },
        {
          header: 'Reviewer',
          phone: 'aside',
          cell: ({ claimed_by }) =>
            claimed_by ? <StatusBadge label={claimed_by} tone="stamp" icon={Eye} /> : <span aria-hidden>–</span>,
        },
        {
          header: waits ? 'Waiting since' : 'Published',
          align: 'end',
          ago: ({ submitted_at }) => submitted_at,
        },
      ]}
      empty={
        kind ? (
          <NothingFound title={kind === 'app' ? 'No apps here' : 'No templates here'} onClear={clear} />
        ) : waits ? (
          {
            illustration: 'inbox',
            title: 'Nothing to review',
            description:
              'Apps and templates appear here when developers submit them. Templates of an app that is not in the store are reviewed with the app.',
          }
        ) : (
          { illustration: 'tags', title: 'The store is empty', description: 'Approved items appear here.' }
        )
      }
    />
  )
}
