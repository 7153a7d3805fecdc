'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { KeptDrafts } from '@/components/email-editor/kept-drafts'
import { formatNumber } from '@/components/format'
import { PenLine } from '@/components/generated/icons'
import { useKeyset } from '@/components/keyset'
import { plainLiquid } from '@/components/liquid-parts'
import { LiquidText } from '@/components/liquid-text'
import { DeleteDialog } from '@/components/list/delete-dialog'
import { FilterSelect, NothingFound, useListFilters } from '@/components/list/list-filters'
import { ListPage } from '@/components/list/list-page'
import { RowMenu } from '@/components/list/row-menu'
import { useDeletion } from '@/components/list/use-deletion'
import { IfRole } from '@/components/role'
import { SearchInput } from '@/components/search-input'
import { SendingPauseNotice } from '@/components/sending-pause-notice'
import { BroadcastStatusBadge, broadcastStatuses } from '@/components/status-badge'
import { TransportNotice } from '@/components/transport-notice'
import { useTRPC } from '@/components/trpc-provider'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { LinkButton } from '@/components/ui/link-button'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { BroadcastRow } from '@/server/modules/broadcasts/composer-schema.ts'
import { BroadcastDate, isEarly } from './broadcast-date'
import { BROADCAST_FILTERS, broadcastListQuery, STATUSES } from './queries'

const statusOptions = STATUSES.map((value) => ({ value, label: broadcastStatuses[value].label }))

export function BroadcastList() {
  const trpc = useTRPC()
  const router = useRouter()
  const { cursor } = useKeyset()
  const { values, clear, select } = useListFilters(BROADCAST_FILTERS)
  const { q, status } = values
  const broadcasts = useQuery(broadcastListQuery(trpc, values, cursor))
  const deletion = useDeletion<BroadcastRow>({
    remove: trpc.broadcasts.delete,
    undelete: trpc.broadcasts.undelete,
    invalidates: trpc.broadcasts,
    name: ({ subject }) => plainLiquid(subject || t`No subject`),
  })
  const duplicate = useAction(trpc.broadcasts.duplicate, { onDone: ({ id }) => router.push(`/broadcasts/${id}`) })
  const create = (
    <IfRole atLeast="editor">
      <LinkButton href="/broadcasts/new" prefetch={false}>
        <PenLine aria-hidden /> New broadcast
      </LinkButton>
    </IfRole>
  )

  return (
    <ListPage
      title="Broadcasts"
      description="One-time emails to your subscribers."
      actions={create}
      notices={
        <>
          <TransportNotice />
          <SendingPauseNotice />
          <KeptDrafts of="broadcast" path="/broadcasts" />
        </>
      }
      filters={
        <>
          <SearchInput label="Search broadcasts" placeholder="Search by subject" />
          <FilterSelect label="Status" all="Any status" {...select('status')} options={statusOptions} />
        </>
      }
      list={broadcasts}
      rowId={(row) => row.id}
      rowHref={(row) => `/broadcasts/${row.id}`}
      columns={[
        { header: 'Subject', cell: (row) => <Subject row={row} /> },
        { header: 'Status', phone: 'aside', cell: (row) => <Status row={row} /> },
        { header: 'Sent', align: 'end', cell: (row) => (row.sent ? formatNumber(row.sent) : '–') },
        { header: 'Opened', rate: (row) => row.open_rate, isEarly },
        { header: 'Clicked', rate: (row) => row.click_rate, isEarly },
        {
          header: 'Date',
          align: 'end',
          from: 'lg',
          className: 'whitespace-nowrap text-muted-foreground',
          cell: (row) => <BroadcastDate row={row} />,
        },
      ]}
      rowActions={(row) => (
        <RowMenu name={plainLiquid(row.subject || t`broadcast without a subject`)}>
          <DropdownMenuItem onSelect={() => duplicate.start({ id: row.id })}>Duplicate</DropdownMenuItem>
          {row.status === 'sending' || row.status === 'completed' ? null : (
            <DropdownMenuItem label="Delete" variant="destructive" onSelect={() => deletion.start(row)} />
          )}
        </RowMenu>
      )}
      empty={
        q || status ? (
          <NothingFound title="No broadcasts found" description="Try another search or status." onClear={clear} />
        ) : (
          {
            illustration: 'emails',
            title: 'Write your first broadcast',
            description: 'Drafts save as you type. You review everything before it is sent.',
            actions: create,
          }
        )
      }
    >
      <DeleteDialog
        {...deletion.question}
        description={() =>
          'Its report and the record of who it was sent to are deleted with it. This cannot be undone.'
        }
        confirmLabel="Delete broadcast"
        done="Broadcast deleted"
      />
    </ListPage>
  )
}

function Subject({ row: { subject, preview_text } }: { row: BroadcastRow }) {
  return (
    <span className="grid gap-0.5">
      <span className="line-clamp-1">
        {subject ? <LiquidText text={subject} /> : <span className="text-muted-foreground">No subject</span>}
      </span>
      {preview_text ? (
        <span className="line-clamp-1 font-normal text-muted-foreground max-md:hidden">
          <LiquidText text={preview_text} />
        </span>
      ) : null}
    </span>
  )
}

function Status({ row: { status, stopped_at, paused_by, retrying } }: { row: BroadcastRow }) {
  return <BroadcastStatusBadge status={status} stopped={stopped_at !== null} pausedBy={paused_by} retrying={retrying} />
}
