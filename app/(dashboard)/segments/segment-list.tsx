'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MoreHorizontal, Plus } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { DataTable } from '@/components/data-table'
import { EmptyState } from '@/components/empty-state'
import { formatNumber } from '@/components/format'
import { useKeyset } from '@/components/keyset'
import { Page, PageHeader } from '@/components/page-header'
import { RelativeTime } from '@/components/relative-time'
import { IfRole, useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@/components/ui/dropdown-menu'
import { Skeleton } from '@/components/ui/skeleton'
import { toast } from '@/components/ui/sonner'
import type { Segment } from '@/server/modules/segments/schema.ts'

export function SegmentList() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { cursor, page } = useKeyset()
  const [deleted, setDeleted] = useState<Segment>()
  const segments = useQuery(
    trpc.segments.list.queryOptions(
      { per_page: 25, include_total_count: true, ...cursor },
      { placeholderData: keepPreviousData },
    ),
  )
  const remove = useMutation(trpc.segments.delete.mutationOptions())
  const may_write = useHasRole('editor')
  const total = segments.data?.pagination.total_count
  const create = (label: string) => (
    <IfRole atLeast="editor">
      <Button asChild>
        <Link href="/segments/new">
          <Plus aria-hidden /> {label}
        </Link>
      </Button>
    </IfRole>
  )

  return (
    <Page>
      <PageHeader
        title="Segments"
        description="Group subscribers by activity and attributes. Segments update automatically."
        actions={create('New segment')}
      />
      <DataTable
        caption="Segments"
        rows={segments.data?.rows}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/segments/${id}`}
        fetching={segments.isPlaceholderData}
        error={segments.error}
        onRetry={() => void segments.refetch()}
        page={{
          ...page(segments.data?.pagination),
          summary: total === undefined ? null : `${formatNumber(total)} ${total === 1 ? 'segment' : 'segments'}`,
        }}
        columns={[
          { key: 'name', header: 'Name', cell: ({ name }) => name },
          {
            key: 'active',
            header: 'Active subscribers',
            align: 'end',
            phone: 'aside',
            cell: ({ id }) => <ActiveCount id={id} />,
          },
          {
            key: 'created',
            header: 'Created',
            align: 'end',
            from: 'lg',
            phone: 'hidden',
            className: 'text-muted-foreground',
            cell: ({ created_at }) => <RelativeTime at={created_at} />,
          },
        ]}
        rowActions={
          may_write
            ? (segment) => (
                <DropdownMenu>
                  <DropdownMenuTrigger asChild>
                    <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${segment.name}`}>
                      <MoreHorizontal aria-hidden />
                    </Button>
                  </DropdownMenuTrigger>
                  <DropdownMenuContent align="end">
                    <DropdownMenuItem asChild>
                      <Link href={`/segments/${segment.id}`}>Edit</Link>
                    </DropdownMenuItem>
                    <DropdownMenuItem variant="destructive" onSelect={() => setDeleted(segment)}>
                      Delete
                    </DropdownMenuItem>
                  </DropdownMenuContent>
                </DropdownMenu>
              )
            : undefined
        }
        empty={
          <EmptyState
            illustration="people"
            title="No segments yet"
            description="Create a segment to email engaged or inactive subscribers, for example."
            actions={create('Create segment')}
          />
        }
      />
      <ConfirmDialog
        open={Boolean(deleted)}
        onOpenChange={(open) => (open ? undefined : setDeleted(undefined))}
        title={`Delete “${deleted?.name}”?`}
        description="Its subscribers are kept. Broadcasts scheduled for this segment are not sent."
        confirmLabel="Delete segment"
        tone="destructive"
        onConfirm={async () => {
          if (!deleted) return
          await remove.mutateAsync({ id: deleted.id })
          await client.invalidateQueries(trpc.segments.pathFilter())
          toast.success(`Deleted “${deleted.name}”`)
        }}
      />
    </Page>
  )
}

/** Counts each segment separately, so the list does not wait for the slowest one. */
function ActiveCount({ id }: { id: number }) {
  const trpc = useTRPC()
  const count = useQuery(trpc.segments.count.queryOptions({ id }))
  if (count.error) return <span className="text-muted-foreground">unknown</span>
  return count.data ? (
    <span className="figures">{formatNumber(count.data.active)}</span>
  ) : (
    <Skeleton className="ml-auto h-4 w-12" />
  )
}
