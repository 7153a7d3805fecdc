'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MoreHorizontal, Plus } from 'lucide-react'
import { parseAsBoolean, useQueryState } from 'nuqs'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { DataTable } from '@/components/data-table'
import { EmptyState } from '@/components/empty-state'
import { errorText } from '@/components/error-text'
import { formatNumber, formatPercent } from '@/components/format'
import { useKeyset } from '@/components/keyset'
import { MissingPostalAddressNotice } from '@/components/missing-postal-address-notice'
import { Page, PageHeader } from '@/components/page-header'
import { IfRole, useHasRole } from '@/components/role'
import { TransportNotice } from '@/components/transport-notice'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@/components/ui/dropdown-menu'
import { toast } from '@/components/ui/sonner'
import type { Sequence } from '@/server/modules/sequences/schema.ts'
import { NewSequenceDialog } from './new-sequence-dialog'
import { SequenceBadge } from './sequence-badge'

export function SequenceList() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { cursor, page } = useKeyset()
  const [creating, setCreating] = useQueryState('new', parseAsBoolean.withDefault(false))
  const [deleted, setDeleted] = useState<Sequence>()
  const sequences = useQuery(
    trpc.sequences.list.queryOptions(
      { per_page: 25, include: 'stats', ...cursor },
      { placeholderData: keepPreviousData },
    ),
  )
  const remove = useMutation(trpc.sequences.delete.mutationOptions())
  const update = useMutation(trpc.sequences.update.mutationOptions())
  const may_write = useHasRole('editor')
  const create = (
    <IfRole atLeast="editor">
      <Button onClick={() => void setCreating(true)}>
        <Plus aria-hidden /> New sequence
      </Button>
    </IfRole>
  )

  async function switchTo(sequence: Sequence, active: boolean) {
    try {
      await update.mutateAsync({ id: sequence.id, active })
      await client.invalidateQueries(trpc.sequences.pathFilter())
      toast.success(active ? `Resumed “${sequence.name}”` : `Paused “${sequence.name}”`)
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  return (
    <Page>
      <PageHeader
        title="Sequences"
        description="Automatic emails that start when a subscriber joins."
        actions={create}
      />
      <TransportNotice />
      <MissingPostalAddressNotice />
      <DataTable
        caption="Sequences"
        rows={sequences.data?.rows}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/sequences/${id}`}
        fetching={sequences.isPlaceholderData}
        error={sequences.error}
        onRetry={() => void sequences.refetch()}
        page={page(sequences.data?.pagination)}
        columns={[
          { key: 'name', header: 'Name', cell: ({ name }) => <span className="line-clamp-1">{name}</span> },
          { key: 'status', header: 'Status', phone: 'aside', cell: ({ active }) => <SequenceBadge active={active} /> },
          { key: 'emails', header: 'Emails', align: 'end', cell: ({ email_count }) => formatNumber(email_count) },
          {
            key: 'people',
            header: 'Subscribers',
            align: 'end',
            cell: ({ subscriber_count }) => formatNumber(subscriber_count),
          },
          { key: 'opened', header: 'Opened', align: 'end', cell: ({ stats }) => rate(stats?.open_rate) },
          { key: 'clicked', header: 'Clicked', align: 'end', cell: ({ stats }) => rate(stats?.click_rate) },
        ]}
        rowActions={
          may_write
            ? (row) => (
                <DropdownMenu>
                  <DropdownMenuTrigger asChild>
                    <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${row.name}`}>
                      <MoreHorizontal aria-hidden />
                    </Button>
                  </DropdownMenuTrigger>
                  <DropdownMenuContent align="end">
                    <DropdownMenuItem onSelect={() => void switchTo(row, !row.active)}>
                      {row.active ? 'Pause' : 'Resume'}
                    </DropdownMenuItem>
                    <DropdownMenuItem variant="destructive" onSelect={() => setDeleted(row)}>
                      Delete
                    </DropdownMenuItem>
                  </DropdownMenuContent>
                </DropdownMenu>
              )
            : undefined
        }
        empty={
          <EmptyState
            illustration="letters"
            title="No sequences yet"
            description="Create a sequence to welcome new subscribers automatically."
            actions={create}
          />
        }
      />
      <NewSequenceDialog open={creating} onClose={() => void setCreating(null)} />
      <ConfirmDialog
        open={Boolean(deleted)}
        onOpenChange={(open) => (open ? undefined : setDeleted(undefined))}
        title={`Delete “${deleted?.name}”?`}
        description="Sending stops and all subscribers are removed from the sequence. Links in sent emails keep working."
        confirmLabel="Delete sequence"
        tone="destructive"
        onConfirm={async () => {
          if (!deleted) return
          await remove.mutateAsync({ id: deleted.id })
          await client.invalidateQueries(trpc.sequences.pathFilter())
          toast.success('Sequence deleted')
        }}
      />
    </Page>
  )
}

const rate = (value: number | null | undefined) => (value === null || value === undefined ? '–' : formatPercent(value))
