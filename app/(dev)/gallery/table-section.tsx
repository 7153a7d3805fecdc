'use client'

import { useState } from 'react'
import { type Column, DataTable } from '@/components/data-table'
import { formatNumber, formatPercent } from '@/components/format'
import { Ellipsis, Tag, UserMinus } from '@/components/generated/icons'
import { RelativeTime } from '@/components/relative-time'
import { SearchInput } from '@/components/search-input'
import { SubscriberStateBadge } from '@/components/status-badge'
import { Avatar } from '@/components/ui/avatar'
import { Button, IconButton } from '@/components/ui/button'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@/components/ui/dropdown-menu'
import { SelectInput } from '@/components/ui/select'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { type SampleSubscriber, subscribers } from './sample-data'
import { Section } from './section'

const columns: Column<SampleSubscriber>[] = [
  {
    key: 'subscriber',
    header: 'Subscriber',
    cell: ({ first_name, email_address }) => (
      <span className="flex min-w-0 items-center gap-3">
        <Avatar name={first_name || email_address} className="size-8" />
        <span className="grid min-w-0">
          <span className="truncate">{first_name || email_address}</span>
          {first_name ? <span className="truncate font-normal text-muted-foreground">{email_address}</span> : null}
        </span>
      </span>
    ),
    className: 'md:max-w-72',
  },
  { key: 'state', header: 'Status', phone: 'plain', cell: ({ state }) => <SubscriberStateBadge state={state} /> },
  {
    key: 'sent',
    header: 'Sent',
    align: 'end',
    from: 'xl',
    phone: 'hidden',
    sort: 'engagement__sent',
    cell: ({ sent }) => formatNumber(sent),
  },
  {
    key: 'opens',
    header: 'Opened',
    align: 'end',
    sort: 'engagement__open_rate',
    cell: ({ open_rate }) => formatPercent(open_rate),
  },
  {
    key: 'clicks',
    header: 'Clicked',
    align: 'end',
    from: 'lg',
    sort: 'engagement__click_rate',
    cell: ({ click_rate }) => formatPercent(click_rate),
  },
  {
    key: 'created_at',
    header: 'Joined',
    align: 'end',
    phone: 'hidden',
    sort: 'created_at',
    cell: ({ created_at }) => <RelativeTime at={created_at} className="text-muted-foreground" />,
  },
]

export function TableSection() {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set([9002]))
  const [sort, setSort] = useState({ field: 'created_at', order: 'desc' as 'asc' | 'desc' })
  const [status, setStatus] = useState('active')

  return (
    <Section title="Lists">
      <Tabs defaultValue="rows">
        <TabsList>
          <TabsTrigger value="rows">With rows</TabsTrigger>
          <TabsTrigger value="loading">Loading</TabsTrigger>
          <TabsTrigger value="empty">Empty</TabsTrigger>
          <TabsTrigger value="error">Error</TabsTrigger>
        </TabsList>
        <TabsContent value="rows" className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <div className="flex flex-wrap gap-2">
            <SearchInput label="Search subscribers" placeholder="Search by name or address" />
            <SelectInput
              aria-label="Status"
              className="w-40"
              value={status}
              onChange={setStatus}
              options={[
                { value: 'active', label: 'Active' },
                { value: 'inactive', label: 'Unconfirmed' },
                { value: 'cancelled', label: 'Unsubscribed' },
                { value: 'all', label: 'All' },
              ]}
            />
          </div>
          <DataTable
            caption="Subscribers"
            columns={columns}
            rows={subscribers}
            rowId={({ id }) => id}
            rowHref={({ id }) => `/subscribers/${id}`}
            rowLabel={({ email_address }) => email_address}
            rowActions={({ email_address }) => <SubscriberMenu name={email_address} />}
            selection={{
              selected: selectedIds,
              onChange: setSelectedIds,
              actions: (
                <Button variant="ghost" size="sm">
                  <Tag aria-hidden /> Tag
                </Button>
              ),
            }}
            sort={{ ...sort, onChange: (field, order) => setSort({ field, order }) }}
            empty={null}
            page={{ onNext: () => undefined, summary: '1–9 of 12,741' }}
          />
        </TabsContent>
        <TabsContent value="loading">
          <DataTable caption="Subscribers" columns={columns} rows={undefined} rowId={({ id }) => id} empty={null} />
        </TabsContent>
        <TabsContent value="empty">
          <DataTable
            caption="Subscribers"
            columns={columns}
            rows={[]}
            rowId={({ id }) => id}
            empty={{
              as: 'h3',
              illustration: 'search',
              title: 'No subscribers found',
              description: 'No email address or name contains “zebra”.',
              actions: <Button variant="outline">Clear search</Button>,
            }}
          />
        </TabsContent>
        <TabsContent value="error">
          <DataTable
            caption="Subscribers"
            columns={columns}
            rows={undefined}
            rowId={({ id }) => id}
            query={{ error: { message: 'The request timed out. Try again.' }, refetch: () => undefined }}
            empty={null}
          />
        </TabsContent>
      </Tabs>
    </Section>
  )
}

function SubscriberMenu({ name }: { name: string }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton icon={Ellipsis} label={`Actions for ${name}`} className="text-muted-foreground" />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem icon={Tag} label="Add tag" />
        <DropdownMenuItem icon={UserMinus} label="Unsubscribe" variant="destructive" />
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
