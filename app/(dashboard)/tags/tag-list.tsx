'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { parseAsBoolean, useQueryState } from 'nuqs'
import { useState } from 'react'
import { formatCount, formatNumber } from '@/components/format'
import { CopyCheck, Plus } from '@/components/generated/icons'
import { useKeyset } from '@/components/keyset'
import { CountedNote } from '@/components/list/counted-note'
import { DeleteDialog } from '@/components/list/delete-dialog'
import { FilterSelect, NothingFound, useListFilters } from '@/components/list/list-filters'
import { ListPage } from '@/components/list/list-page'
import { RowMenu } from '@/components/list/row-menu'
import { useDeletion } from '@/components/list/use-deletion'
import { IfRole, useHasRole } from '@/components/role'
import { SearchInput } from '@/components/search-input'
import { TagBadge } from '@/components/tags/tag-badge'
import { TAG_COLOR_LABEL } from '@/components/tags/tag-colors'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { DropdownMenuItem, DropdownMenuSeparator } from '@/components/ui/dropdown-menu'
import { onDemand } from '@/components/ui/on-demand'
import { TAG_COLORS } from '@/server/modules/tags/colors-schema.ts'
import type { ColoredTag } from '@/server/modules/tags/schema.ts'
import { ColorMenu } from './color-menu'
import { MergeNotices } from './merge-notices'
import { tagFilters, tagListQuery } from './queries'

const ChangeDialog = onDemand(async () => (await import('../sequences/change-dialog')).ChangeDialog)
const MergeDialog = onDemand(async () => (await import('./merge-dialog')).MergeDialog)
const DuplicatesDialog = onDemand(async () => (await import('./duplicates-dialog')).DuplicatesDialog)
const TagDialog = onDemand(async () => (await import('./tag-dialog')).TagDialog)

export function TagList() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { cursor } = useKeyset()
  const [creating, setCreating] = useQueryState('new', parseAsBoolean.withDefault(false))
  const [tagToEdit, setTagToEdit] = useState<ColoredTag>()
  const [tagToAdd, setTagToAdd] = useState<ColoredTag>()
  const [mergeToAsk, setMergeToAsk] = useState<{ from: { id: number; name: string }; into_id?: number }>()
  const [finding, setFinding] = useQueryState('duplicates', parseAsBoolean.withDefault(false))
  const { values, clear, select } = useListFilters(tagFilters)
  const tags = useQuery(tagListQuery(trpc, values, cursor))
  const refresh = () => client.invalidateQueries(trpc.tags.pathFilter())
  const deletion = useDeletion<ColoredTag>({
    remove: trpc.tags.delete,
    undelete: trpc.tags.undelete,
    invalidates: trpc.tags,
    name: ({ name }) => name,
  })
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
      actions={
        <>
          <IfRole atLeast="editor">
            <Button variant="outline" onClick={() => void setFinding(true)}>
              <CopyCheck aria-hidden /> Find duplicates
            </Button>
          </IfRole>
          {create('New tag')}
        </>
      }
      notices={<MergeNotices />}
      filters={
        <>
          <SearchInput label="Search tags" />
          <FilterSelect
            label="Color"
            all="All colors"
            {...select('color')}
            options={[
              ...TAG_COLORS.map((color) => ({ value: color, label: TAG_COLOR_LABEL[color] })),
              { value: 'none' as const, label: 'No color' },
            ]}
          />
        </>
      }
      list={tags}
      summary={(total) => (
        <>
          {formatCount(total, 'tag')}
          <CountedNote onCounted={refresh} />
        </>
      )}
      rowId={(tag) => tag.id}
      rowHref={(tag) => `/subscribers?tag=${tag.id}`}
      columns={[
        { header: 'Name', cell: (tag) => <TagBadge {...tag} /> },
        {
          header: 'Active subscribers',
          phone: 'aside',
          figure: (tag) => formatNumber(tag.subscriber_count),
        },
        { header: 'Created', date: (tag) => tag.created_at, from: 'lg', phone: 'hidden' },
      ]}
      rowActions={(tag) => (
        <RowMenu name={tag.name}>
          <DropdownMenuItem onSelect={() => setTagToEdit(tag)}>Rename</DropdownMenuItem>
          <DropdownMenuItem onSelect={() => setTagToAdd(tag)}>Add to a sequence</DropdownMenuItem>
          <DropdownMenuItem onSelect={() => setMergeToAsk({ from: tag })}>Merge into another</DropdownMenuItem>
          <DropdownMenuSeparator />
          <ColorMenu tag={tag} onChanged={refresh} />
          <DropdownMenuSeparator />
          <DropdownMenuItem label="Delete" variant="destructive" onSelect={() => deletion.start(tag)} />
        </RowMenu>
      )}
      empty={
        values.q || values.color ? (
          <NothingFound title="No tag matches" onClear={clear} />
        ) : (
          {
            illustration: 'tags',
            title: 'No tags yet',
            description: 'Create a tag to group subscribers by what they care about.',
            actions: create('Create tag'),
          }
        )
      }
    >
      <TagDialog open={creating && may_write} onClose={() => void setCreating(null)} onSaved={refresh} />
      <TagDialog
        key={tagToEdit?.id}
        tag={tagToEdit}
        open={Boolean(tagToEdit)}
        onClose={() => setTagToEdit(undefined)}
        onSaved={refresh}
      />
      {mergeToAsk ? (
        <MergeDialog
          {...mergeToAsk}
          onClose={() => setMergeToAsk(undefined)}
          onStarted={async () => {
            await client.invalidateQueries(trpc.tag_merges.pathFilter())
            // A small merge has ended by now, without being seen running.
            await refresh()
          }}
        />
      ) : null}
      {finding && may_write && !mergeToAsk ? (
        <DuplicatesDialog
          onMerge={(from, into_id) => setMergeToAsk({ from, into_id })}
          onClose={() => void setFinding(null)}
        />
      ) : null}
      {tagToAdd ? (
        <ChangeDialog
          action="add"
          source={{ kind: 'tag', id: tagToAdd.id }}
          source_name={tagToAdd.name}
          onClose={() => setTagToAdd(undefined)}
        />
      ) : null}
      <DeleteDialog
        {...deletion.question}
        description={(tag) =>
          tag.subscriber_count === 0
            ? 'No active subscriber has the tag. Forms no longer add it, automations that wait for it no longer start, and emails show blocks for it to no one.'
            : `This removes the tag from ${formatNumber(tag.subscriber_count)} active subscribers, who are kept. Emails show blocks for it to no one.`
        }
        confirmLabel="Delete tag"
      />
    </ListPage>
  )
}
