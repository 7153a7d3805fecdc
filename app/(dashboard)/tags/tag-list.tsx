'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { parseAsBoolean, useQueryState } from 'nuqs'
import { useState } from 'react'
import { EmptyState } from '@/components/empty-state'
import { formatCount, formatNumber } from '@/components/format'
import { useKeyset } from '@/components/keyset'
import { DeleteDialog } from '@/components/list/delete-dialog'
import { ListPage } from '@/components/list/list-page'
import { RowMenu } from '@/components/list/row-menu'
import { IfRole, useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { onDemand } from '@/components/ui/on-demand'
import type { ListedTag } from '@/server/modules/tags/schema.ts'
import { tagListQuery } from './queries'

const ChangeDialog = onDemand(async () => (await import('../sequences/change-dialog')).ChangeDialog)
const TagDialog = onDemand(async () => (await import('./tag-dialog')).TagDialog)

export function TagList() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { cursor } = useKeyset()
  const [creating, setCreating] = useQueryState('new', parseAsBoolean.withDefault(false))
  const [renamed, setRenamed] = useState<ListedTag>()
  const [deleted, setDeleted] = useState<ListedTag>()
  const [added, setAdded] = useState<ListedTag>()
  const tags = useQuery(tagListQuery(trpc, cursor))
  const remove = useMutation(trpc.tags.delete.mutationOptions())
  const refresh = () => client.invalidateQueries(trpc.tags.pathFilter())
  const may_write = useHasRole('editor')
  const create = (label: string) => (
    <IfRole atLeast="editor">
      <Button onClick={() => void setCreating(true)}>
        <Plus aria-hidden /> {label}
      </Button>
    </IfRole>
  )

  return (
    <ListPage
      title="Tags"
      description="Label subscribers by interest, purchase or source."
      actions={create('New tag')}
      list={tags}
      summary={(total) => formatCount(total, 'tag')}
      rowId={(tag) => tag.id}
      rowHref={(tag) => `/subscribers?tag=${tag.id}`}
      columns={[
        { key: 'name', header: 'Name', cell: (tag) => tag.name },
        {
          key: 'subscribers',
          header: 'Active subscribers',
          align: 'end',
          phone: 'aside',
          cell: (tag) => formatNumber(tag.subscriber_count ?? 0),
        },
        { header: 'Created', date: (tag) => tag.created_at, from: 'lg', phone: 'hidden' },
      ]}
      rowActions={(tag) => (
        <RowMenu name={tag.name}>
          <DropdownMenuItem onSelect={() => setRenamed(tag)}>Rename</DropdownMenuItem>
          <DropdownMenuItem onSelect={() => setAdded(tag)}>Add to a sequence</DropdownMenuItem>
          <DropdownMenuItem variant="destructive" onSelect={() => setDeleted(tag)}>
            Delete
          </DropdownMenuItem>
        </RowMenu>
      )}
      empty={
        <EmptyState
          illustration="tags"
          title="No tags yet"
          description="Create a tag to group subscribers by what they care about."
          actions={create('Create tag')}
        />
      }
    >
      <TagDialog open={creating && may_write} onClose={() => void setCreating(null)} onSaved={refresh} />
      <TagDialog
        key={renamed?.id}
        tag={renamed}
        open={Boolean(renamed)}
        onClose={() => setRenamed(undefined)}
        onSaved={refresh}
      />
      {added ? (
        <ChangeDialog
          action="add"
          source={{ kind: 'tag', id: added.id }}
          source_name={added.name}
          onClose={() => setAdded(undefined)}
        />
      ) : null}
      <DeleteDialog
        row={deleted}
        onClose={() => setDeleted(undefined)}
        name={(tag) => tag.name}
        description={(tag) =>
          `This removes the tag from ${formatNumber(tag.subscriber_count ?? 0)} active subscribers. The subscribers are kept.`
        }
        confirmLabel="Delete tag"
        onDelete={async ({ id }) => {
          await remove.mutateAsync({ id })
          await refresh()
        }}
      />
    </ListPage>
  )
}
