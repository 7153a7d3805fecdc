'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { formatCount, formatNumber } from '@/components/format'
import { Plus } from '@/components/generated/icons'
import { useKeyset } from '@/components/keyset'
import { DeleteDialog } from '@/components/list/delete-dialog'
import { ListPage } from '@/components/list/list-page'
import { RowMenu } from '@/components/list/row-menu'
import { useDeletion } from '@/components/list/use-deletion'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { LinkButton } from '@/components/ui/link-button'
import { onDemand } from '@/components/ui/on-demand'
import { Skeleton } from '@/components/ui/skeleton'
import type { Segment } from '@/server/modules/segments/schema.ts'
import { segmentCountQuery, segmentListQuery } from './queries'

const ChangeDialog = onDemand(async () => (await import('../sequences/change-dialog')).ChangeDialog)

export function SegmentList() {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const [segmentToAdd, setSegmentToAdd] = useState<Segment>()
  const segments = useQuery(segmentListQuery(trpc, cursor))
  const deletion = useDeletion<Segment>({
    remove: trpc.segments.delete,
    undelete: trpc.segments.undelete,
    invalidates: trpc.segments,
    name: ({ name }) => name,
  })
  const create = (label: string) => (
    <IfRole atLeast="editor">
      <LinkButton href="/segments/new">
        <Plus aria-hidden /> {label}
      </LinkButton>
    </IfRole>
  )

  return (
    <ListPage
      title="Segments"
      description="Group subscribers by activity and attributes. Segments update automatically."
      actions={create('New segment')}
      list={segments}
      summary={(total) => formatCount(total, 'segment')}
      rowId={({ id }) => id}
      rowHref={({ id }) => `/segments/${id}`}
      columns={[
        { header: 'Name', cell: ({ name }) => name },
        {
          header: 'Active subscribers',
          align: 'end',
          phone: 'aside',
          cell: ({ id }) => <ActiveCount id={id} />,
        },
        { header: 'Created', date: ({ created_at }) => created_at, from: 'lg', phone: 'hidden' },
      ]}
      rowActions={(segment) => (
        <RowMenu name={segment.name}>
          <DropdownMenuItem asChild>
            <Link href={`/segments/${segment.id}`}>Edit</Link>
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => setSegmentToAdd(segment)}>Add to a sequence</DropdownMenuItem>
          <DropdownMenuItem label="Delete" variant="destructive" onSelect={() => deletion.start(segment)} />
        </RowMenu>
      )}
      empty={{
        illustration: 'subscribers',
        title: 'No segments yet',
        description: 'Create a segment to email engaged or inactive subscribers, for example.',
        actions: create('Create segment'),
      }}
    >
      {segmentToAdd ? (
        <ChangeDialog
          action="add"
          source={{ kind: 'segment', id: segmentToAdd.id }}
          source_name={segmentToAdd.name}
          onClose={() => setSegmentToAdd(undefined)}
        />
      ) : null}
      <DeleteDialog
        {...deletion.question}
        description={() =>
          'A broadcast or an automation uses it. Its subscribers are kept. Broadcasts scheduled for this segment are not sent.'
        }
        confirmLabel="Delete segment"
      />
    </ListPage>
  )
}

/** Counts each segment separately, so the list does not wait for the slowest one. */
function ActiveCount({ id }: { id: number }) {
  const trpc = useTRPC()
  const count = useQuery(segmentCountQuery(trpc, id))
  if (count.error) return <span className="text-muted-foreground">unknown</span>
  return count.data ? (
    <span className="figures">{formatNumber(count.data.active)}</span>
  ) : (
    <Skeleton className="ms-auto h-4 w-12" />
  )
}
