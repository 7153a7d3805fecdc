'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount, formatMinor, formatNumber, formatPercent } from '@/components/format'
import { CirclePause, OctagonX, Trash2, TriangleAlert } from '@/components/generated/icons'
import { useKeyset } from '@/components/keyset'
import { ClearFilters, FilterSelect, useListFilters } from '@/components/list/list-filters'
import { ListPage } from '@/components/list/list-page'
import { SearchInput } from '@/components/search-input'
import { StatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import type { AccountRow } from '@/server/modules/admin/accounts-schema.ts'
import { ExportLink } from '../export-link'
import { usePlans } from '../plans/use-plans'
import { REPUTATION_LABELS, SORT_LABELS, STATE_LABELS, totalOf } from './labels'
import { ACCOUNT_FILTERS, accountFilter, accountListQuery } from './queries'
import { SelectionActions } from './selection-actions'

/** All accounts of this instance. */
export function AccountList() {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const { nameOf, options } = usePlans()
  const { values, clear, select } = useListFilters(ACCOUNT_FILTERS)
  const { q, plan, state, reputation } = values
  const list = useQuery(accountListQuery(trpc, values, cursor))
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set())
  const is_filtered = [q, plan, state, reputation].some((value) => value !== null)
  return (
    <ListPage
      title="Accounts"
      description="All accounts of this instance, with their messages of the last 30 days. Open one for its use and health."
      actions={<ExportLink path="/api/admin/accounts" filter={accountFilter(values)} />}
      list={list}
      selection={{
        selected: selectedIds,
        onChange: setSelectedIds,
        actions: <SelectionActions account_ids={[...selectedIds]} onDone={() => setSelectedIds(new Set())} />,
      }}
      summary={(total) => (is_filtered ? totalOf(total, 'account') : formatCount(total, 'account'))}
      rowId={({ id }) => id}
      rowHref={({ id }) => `/admin/accounts/${id}`}
      rowLabel={({ name }) => name}
      filters={
        <>
          <SearchInput label="Search accounts" placeholder="Name, owner or ID" className="lg:max-w-64" />
          <FilterSelect label="Plan" all="All plans" {...select('plan')} options={options} className="w-44" />
          <FilterSelect label="State" all="All states" {...select('state')} options={STATE_LABELS} className="w-44" />
          <FilterSelect
            label="Reputation"
            all="Any reputation"
            {...select('reputation')}
            options={REPUTATION_LABELS}
            className="w-44"
          />
          <FilterSelect label="Sort" usual="newest" {...select('sort')} options={SORT_LABELS} className="w-44" />
          <ClearFilters isFiltered={is_filtered} onClear={clear} />
        </>
      }
      columns={[
        {
          header: 'Account',
          lines: ({ name, owner, id }) => [name, [owner, id].filter(Boolean).join(' · ')],
        },
        { header: 'State', phone: 'aside', cell: (account) => <States account={account} /> },
        {
          header: 'Plan',
          from: 'lg',
          cell: ({ plan_type, on_trial, price_month, currency }) => (
            <span className="inline-flex flex-wrap items-center gap-1.5">
              {nameOf(plan_type)}
              {on_trial ? <Badge tone="info">Trial</Badge> : null}
              {price_month === null || currency === null ? null : (
                <span className="w-full text-muted-foreground text-xs">
                  {formatMinor(price_month, currency)} a month
                </span>
              )}
            </span>
          ),
        },
        {
          header: 'Active subscribers',
          align: 'end',
          cell: ({ active_subscribers, subscriber_limit }) => (
            <span className="figures whitespace-nowrap">
              {formatNumber(active_subscribers)}
              {subscriber_limit === null ? null : (
                <span className="text-muted-foreground"> / {formatNumber(subscriber_limit)}</span>
              )}
            </span>
          ),
        },
        ...(['sent', 'bounced', 'complained', 'refused'] as const).map((name) => ({
          key: name,
          header: SUM_LABELS[name],
          align: 'end' as const,
          from: 'lg' as const,
          className: 'figures whitespace-nowrap',
          cell: (account: AccountRow) => <Sum account={account} name={name} />,
        })),
        {
          header: 'Last seen',
          phone: 'hidden',
          ago: ({ last_seen_at }) => last_seen_at,
        },
      ]}
      empty={{
        illustration: is_filtered ? 'search' : 'subscribers',
        title: is_filtered ? 'No matching account' : 'No accounts yet',
        description: is_filtered ? 'Try another name, address or filter.' : 'Accounts appear here when users sign up.',
      }}
    />
  )
}

const SUM_LABELS = { sent: 'Sent', bounced: 'Bounced', complained: 'Complaints', refused: 'Refused' }

/** A count of the last 30 days, with its share of sent or attempted messages (decision 0032). */
function Sum({ account: { sent, ...sums }, name }: { account: AccountRow; name: keyof typeof SUM_LABELS }) {
  if (name === 'sent') return sent === 0 ? '–' : formatNumber(sent)
  const count = sums[name]
  if (count === 0) return <span className="text-muted-foreground">0</span>
  return (
    <span className="grid">
      {formatNumber(count)}
      <span className="text-muted-foreground text-xs">
        {formatPercent((100 * count) / (name === 'complained' ? Math.max(1, sent) : sent + sums.refused))}
      </span>
    </span>
  )
}

function States({ account: { suspended, reputation, deletes_at } }: { account: AccountRow }) {
  if (deletes_at) return <StatusBadge label="Will be deleted" tone="danger" icon={Trash2} />
  if (suspended.length > 0) return <StatusBadge label="Suspended" tone="danger" icon={OctagonX} />
  if (reputation === 'paused') return <StatusBadge label="Sending paused" tone="danger" icon={CirclePause} />
  if (reputation === 'warned') return <StatusBadge label="Warned" tone="warning" icon={TriangleAlert} />
  return <span className="text-muted-foreground">Active</span>
}
