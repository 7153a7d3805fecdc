'use client'

import { useQuery } from '@tanstack/react-query'
import { parseAsBoolean, useQueryState } from 'nuqs'
import { errorText } from '@/components/error-text'
import { formatNumber } from '@/components/format'
import { Plus } from '@/components/generated/icons'
import { useKeyset } from '@/components/keyset'
import { DeleteDialog } from '@/components/list/delete-dialog'
import { ListPage } from '@/components/list/list-page'
import { RowMenu } from '@/components/list/row-menu'
import { useDeletion } from '@/components/list/use-deletion'
import { MissingPostalAddressNotice } from '@/components/missing-postal-address-notice'
import { IfRole } from '@/components/role'
import { SendingPauseNotice } from '@/components/sending-pause-notice'
import { TransportNotice } from '@/components/transport-notice'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { onDemand } from '@/components/ui/on-demand'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { Sequence } from '@/server/modules/sequences/schema.ts'
import { sequenceListQuery } from './queries'
import { SequenceBadge } from './sequence-badge'
import { useDuplicate } from './use-duplicate'

const NewSequenceDialog = onDemand(async () => (await import('./new-sequence-dialog')).NewSequenceDialog)

export function SequenceList() {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const [creating, setCreating] = useQueryState('new', parseAsBoolean.withDefault(false))
  const sequences = useQuery(sequenceListQuery(trpc, cursor))
  const deletion = useDeletion<Sequence>({
    remove: trpc.sequences.delete,
    undelete: trpc.sequences.undelete,
    invalidates: trpc.sequences,
    name: ({ name }) => name,
  })
  const duplicate = useDuplicate()
  const update = useAction(trpc.sequences.update, { invalidates: trpc.sequences })
  const create = (
    <IfRole atLeast="editor">
      <Button onClick={() => void setCreating(true)}>
        <Plus aria-hidden /> New sequence
      </Button>
    </IfRole>
  )

  async function switchTo(sequence: Sequence, active: boolean) {
    try {
      await update.run({ id: sequence.id, active }, active ? `Resumed “${sequence.name}”` : `Paused “${sequence.name}”`)
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  return (
    <ListPage
      title="Sequences"
      description="Automatic emails that start when a subscriber joins."
      actions={create}
      notices={
        <>
          <TransportNotice />
          <SendingPauseNotice />
          <MissingPostalAddressNotice />
        </>
      }
      list={sequences}
      rowId={({ id }) => id}
      rowHref={({ id }) => `/sequences/${id}`}
      columns={[
        { header: 'Name', cell: ({ name }) => <span className="line-clamp-1">{name}</span> },
        { header: 'Status', phone: 'aside', cell: ({ active }) => <SequenceBadge active={active} /> },
        { header: 'Emails', figure: ({ email_count }) => formatNumber(email_count) },
        {
          header: 'Subscribers',
          figure: ({ subscriber_count }) => formatNumber(subscriber_count),
        },
        { header: 'Opened', rate: ({ stats }) => stats?.open_rate },
        { header: 'Clicked', rate: ({ stats }) => stats?.click_rate },
      ]}
      rowActions={(row) => (
        <RowMenu name={row.name}>
          <DropdownMenuItem onSelect={() => void switchTo(row, !row.active)}>
            {row.active ? 'Pause' : 'Resume'}
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => duplicate.start({ id: row.id })}>Duplicate</DropdownMenuItem>
          <DropdownMenuItem label="Delete" variant="destructive" onSelect={() => deletion.start(row)} />
        </RowMenu>
      )}
      empty={{
        illustration: 'emails',
        title: 'No sequences yet',
        description: 'Create a sequence to welcome new subscribers automatically.',
        actions: create,
      }}
    >
      <NewSequenceDialog open={creating} onClose={() => void setCreating(null)} />
      <DeleteDialog
        {...deletion.question}
        description={() =>
          'Sending stops and all subscribers are removed from the sequence. Links in sent emails keep working.'
        }
        confirmLabel="Delete sequence"
        done="Sequence deleted"
      />
    </ListPage>
  )
}
