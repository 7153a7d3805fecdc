'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MoreHorizontal, Plus } from 'lucide-react'
import { parseAsBoolean, useQueryState } from 'nuqs'
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
import { toast } from '@/components/ui/sonner'
import type { ListedTag } from '@/server/modules/tags/schema.ts'
import { TagDialog } from './tag-dialog'

export function TagList() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { cursor, page } = useKeyset()
  const [creating, setCreating] = useQueryState('new', parseAsBoolean.withDefault(false))
  const [renamed, setRenamed] = useState<ListedTag>()
  const [deleted, setDeleted] = useState<ListedTag>()
  const tags = useQuery(
    trpc.tags.list.queryOptions(
      { include: 'subscriber_count', per_page: 50, include_total_count: true, ...cursor },
      { placeholderData: keepPreviousData },
    ),
  )
  const remove = useMutation(trpc.tags.delete.mutationOptions())
  const refresh = () => client.invalidateQueries(trpc.tags.pathFilter())
  const may_write = useHasRole('editor')
  const total = tags.data?.pagination.total_count

  return (
    <Page>
      <PageHeader
        title="Tags"
        description="Label subscribers by interest, purchase or source."
        actions={
          <IfRole atLeast="editor">
            <Button onClick={() => void setCreating(true)}>
              <Plus aria-hidden /> New tag
            </Button>
          </IfRole>
        }
      />
      <DataTable
        caption="Tags"
        rows={tags.data?.rows}
        rowId={(tag) => tag.id}
        rowHref={(tag) => `/subscribers?tag=${tag.id}`}
        fetching={tags.isPlaceholderData}
        error={tags.error}
        onRetry={() => void tags.refetch()}
        page={{
          ...page(tags.data?.pagination),
          summary: total === undefined ? null : `${formatNumber(total)} ${total === 1 ? 'tag' : 'tags'}`,
        }}
        columns={[
          { key: 'name', header: 'Name', cell: (tag) => tag.name },
          {
            key: 'subscribers',
            header: 'Active subscribers',
            align: 'end',
            phone: 'aside',
            cell: (tag) => formatNumber(tag.subscriber_count ?? 0),
          },
          {
            key: 'created',
            header: 'Created',
            align: 'end',
            from: 'lg',
            phone: 'hidden',
            className: 'text-muted-foreground',
            cell: (tag) => <RelativeTime at={tag.created_at} />,
          },
        ]}
        rowActions={
          may_write
            ? (tag) => (
                <DropdownMenu>
                  <DropdownMenuTrigger asChild>
                    <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${tag.name}`}>
                      <MoreHorizontal aria-hidden />
                    </Button>
                  </DropdownMenuTrigger>
                  <DropdownMenuContent align="end">
                    <DropdownMenuItem onSelect={() => setRenamed(tag)}>Rename</DropdownMenuItem>
                    <DropdownMenuItem variant="destructive" onSelect={() => setDeleted(tag)}>
                      Delete
                    </DropdownMenuItem>
                  </DropdownMenuContent>
                </DropdownMenu>
              )
            : undefined
        }
        empty={
          <EmptyState
            illustration="tags"
            title="No tags yet"
            description="Create a tag to group subscribers by what they care about."
            actions={
              <IfRole atLeast="editor">
                <Button onClick={() => void setCreating(true)}>
                  <Plus aria-hidden /> Create tag
                </Button>
              </IfRole>
            }
          />
        }
      />
      <TagDialog open={creating && may_write} onClose={() => void setCreating(null)} onSaved={refresh} />
      <TagDialog
        key={renamed?.id}
        tag={renamed}
        open={Boolean(renamed)}
        onClose={() => setRenamed(undefined)}
        onSaved={refresh}
      />
      <ConfirmDialog
        open={Boolean(deleted)}
        onOpenChange={(open) => (open ? undefined : setDeleted(undefined))}
        title={`Delete “${deleted?.name}”?`}
        description={`This removes the tag from ${formatNumber(deleted?.subscriber_count ?? 0)} active subscribers. The subscribers are kept.`}
        confirmLabel="Delete tag"
        tone="destructive"
        onConfirm={async () => {
          if (!deleted) return
          await remove.mutateAsync({ id: deleted.id })
          await refresh()
          toast.success(`Deleted “${deleted.name}”`)
        }}
      />
    </Page>
  )
}
