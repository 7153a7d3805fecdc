'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MoreHorizontal, PenLine } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { DataTable } from '@/components/data-table'
import { EmptyState } from '@/components/empty-state'
import { formatNumber, formatPercent } from '@/components/format'
import { useKeyset } from '@/components/keyset'
import { Page, PageHeader } from '@/components/page-header'
import { RelativeTime } from '@/components/relative-time'
import { IfRole, useHasRole } from '@/components/role'
import { SearchInput } from '@/components/search-input'
import { BroadcastStatusBadge, broadcastStatuses } from '@/components/status-badge'
import { TransportNotice } from '@/components/transport-notice'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@/components/ui/dropdown-menu'
import { SelectInput } from '@/components/ui/select'
import { toast } from '@/components/ui/sonner'
import type { BroadcastRow } from '@/server/modules/broadcasts/composer-schema.ts'

const STATUSES = ['draft', 'scheduled', 'sending', 'completed', 'aborted'] as const
const statusOptions = [
  { value: 'any', label: 'Any status' },
  ...STATUSES.map((value) => ({ value, label: broadcastStatuses[value].label })),
]

export function BroadcastList() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const { cursor, page } = useKeyset()
  const [{ q, status }, setFilter] = useQueryStates({
    q: parseAsString,
    status: parseAsStringLiteral(STATUSES),
    after: parseAsString,
    before: parseAsString,
  })
  const [deleted, setDeleted] = useState<BroadcastRow>()
  const broadcasts = useQuery(
    trpc.broadcasts.list.queryOptions(
      { per_page: 25, status: status ?? undefined, search: q ?? undefined, ...cursor },
      {
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) => (state.data?.rows.some((row) => row.status === 'sending') ? 2000 : false),
      },
    ),
  )
  const remove = useMutation(trpc.broadcasts.delete.mutationOptions())
  const duplicate = useMutation(
    trpc.broadcasts.duplicate.mutationOptions({
      onSuccess: ({ id }) => router.push(`/broadcasts/${id}`),
      onError: (error) => toast.error(error.message),
    }),
  )
  const filtered = Boolean(q || status)
  const may_write = useHasRole('editor')

  return (
    <Page>
      <PageHeader
        title="Broadcasts"
        description="One-time emails to your subscribers."
        actions={
          <IfRole atLeast="editor">
            <Button asChild>
              <Link href="/broadcasts/new">
                <PenLine aria-hidden /> New broadcast
              </Link>
            </Button>
          </IfRole>
        }
      />
      <TransportNotice />
      <div className="grid gap-4">
        <div className="flex flex-wrap gap-2">
          <SearchInput label="Search broadcasts" placeholder="Search by subject" />
          <SelectInput
            aria-label="Status"
            className="w-40"
            value={status ?? 'any'}
            options={statusOptions}
            onChange={(value) =>
              void setFilter({ status: STATUSES.find((known) => known === value) ?? null, after: null, before: null })
            }
          />
        </div>
        <DataTable
          caption="Broadcasts"
          rows={broadcasts.data?.rows}
          rowId={(row) => row.id}
          rowHref={(row) => `/broadcasts/${row.id}`}
          fetching={broadcasts.isPlaceholderData}
          error={broadcasts.error}
          onRetry={() => void broadcasts.refetch()}
          page={page(broadcasts.data?.pagination)}
          columns={[
            {
              key: 'subject',
              header: 'Subject',
              cell: (row) => (
                <span className="grid gap-0.5">
                  <span className="line-clamp-1">
                    {row.subject || <span className="text-muted-foreground">No subject</span>}
                  </span>
                  {row.preview_text ? (
                    <span className="line-clamp-1 font-normal text-muted-foreground max-md:hidden">
                      {row.preview_text}
                    </span>
                  ) : null}
                </span>
              ),
            },
            {
              key: 'status',
              header: 'Status',
              phone: 'aside',
              cell: (row) => (
                <span className="inline-flex flex-wrap items-center gap-2">
                  <BroadcastStatusBadge status={row.status} stopped={row.stopped_at !== null} />
                  {row.retrying > 0 ? (
                    <span className="text-muted-foreground text-xs">{formatNumber(row.retrying)} being retried</span>
                  ) : null}
                </span>
              ),
            },
            { key: 'sent', header: 'Sent', align: 'end', cell: (row) => (row.sent ? formatNumber(row.sent) : '–') },
            { key: 'opened', header: 'Opened', align: 'end', cell: (row) => rate(row.open_rate) },
            { key: 'clicked', header: 'Clicked', align: 'end', cell: (row) => rate(row.click_rate) },
            {
              key: 'when',
              header: 'Date',
              align: 'end',
              from: 'lg',
              className: 'whitespace-nowrap text-muted-foreground',
              cell: (row) => <RelativeTime at={row.completed_at ?? row.send_at ?? row.updated_at} />,
            },
          ]}
          rowActions={
            may_write
              ? (row) => (
                  <DropdownMenu>
                    <DropdownMenuTrigger asChild>
                      <Button
                        variant="ghost"
                        size="icon-sm"
                        aria-label={`Actions for ${row.subject || 'broadcast without a subject'}`}
                      >
                        <MoreHorizontal aria-hidden />
                      </Button>
                    </DropdownMenuTrigger>
                    <DropdownMenuContent align="end">
                      <DropdownMenuItem onSelect={() => duplicate.mutate({ id: row.id })}>Duplicate</DropdownMenuItem>
                      {row.status === 'sending' || row.status === 'completed' ? null : (
                        <DropdownMenuItem variant="destructive" onSelect={() => setDeleted(row)}>
                          Delete
                        </DropdownMenuItem>
                      )}
                    </DropdownMenuContent>
                  </DropdownMenu>
                )
              : undefined
          }
          empty={
            filtered ? (
              <EmptyState
                illustration="search"
                title="No broadcasts found"
                description="Try another search or status."
                actions={
                  <Button
                    variant="outline"
                    onClick={() => void setFilter({ q: null, status: null, after: null, before: null })}
                  >
                    Clear filters
                  </Button>
                }
              />
            ) : (
              <EmptyState
                illustration="letters"
                title="Write your first broadcast"
                description="Drafts save as you type. You review everything before it is sent."
                actions={
                  <IfRole atLeast="editor">
                    <Button asChild>
                      <Link href="/broadcasts/new">
                        <PenLine aria-hidden /> New broadcast
                      </Link>
                    </Button>
                  </IfRole>
                }
              />
            )
          }
        />
      </div>
      <ConfirmDialog
        open={Boolean(deleted)}
        onOpenChange={(open) => (open ? undefined : setDeleted(undefined))}
        title={`Delete “${deleted?.subject || 'No subject'}”?`}
        description="This permanently deletes the draft. No one has received it."
        confirmLabel="Delete broadcast"
        tone="destructive"
        onConfirm={async () => {
          if (!deleted) return
          await remove.mutateAsync({ id: deleted.id })
          await client.invalidateQueries(trpc.broadcasts.pathFilter())
          toast.success('Broadcast deleted')
        }}
      />
    </Page>
  )
}

const rate = (value: number | null) => (value === null ? '–' : formatPercent(value))
