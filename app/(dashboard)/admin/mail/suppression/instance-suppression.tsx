'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '@/components/format'
import { Plus } from '@/components/generated/icons'
import { useKeyset } from '@/components/keyset'
import { FilterSelect, useListFilters } from '@/components/list/list-filters'
import { ListPage } from '@/components/list/list-page'
import { RowMenu } from '@/components/list/row-menu'
import { SearchInput } from '@/components/search-input'
import { AddEntriesDialog } from '@/components/suppression/add-entries-dialog'
import { RemoveEntryDialog } from '@/components/suppression/remove-entry-dialog'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import { INSTANCE_REASONS } from '@/server/modules/suppression/values-schema.ts'
import { INSTANCE_SUPPRESSION_FILTERS, instanceSuppressionQuery } from './queries'

type Reason = (typeof INSTANCE_REASONS)[number]

const LABELS: Record<string, string> = {
  role_account: 'Role account',
  legal: 'Legal demand',
  complaint: 'Complained to us',
  spam_trap: 'Spam trap',
  erased: 'Erased (keep a hash only)',
  other: 'Other',
} satisfies Record<Reason, string>

/** Addresses, domains and names that no account of this instance emails. */
export function InstanceSuppression() {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const { values, setFilters } = useListFilters(INSTANCE_SUPPRESSION_FILTERS)
  const [adding, setAdding] = useState(false)
  const [reason, setReason] = useState<Reason>('complaint')
  const [entryToRemove, setEntryToRemove] = useState<{ id: number; name: string }>()
  const list = useQuery(instanceSuppressionQuery(trpc, values, cursor))
  const add = useAction(trpc.instance_suppression.add, { invalidates: trpc.instance_suppression })
  const remove = useAction(trpc.instance_suppression.remove, { invalidates: trpc.instance_suppression })

  return (
    <ListPage
      title="Suppression list of this instance"
      description="No account of this instance emails these addresses, domains and names. Accounts keep lists of their own."
      actions={
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden /> Add entries
        </Button>
      }
      list={list}
      summary={(total) => `${formatNumber(total)} ${total === 1 ? 'entry' : 'entries'}`}
      rowId={({ id }) => id}
      filters={
        <>
          <SearchInput label="Search entries" />
          <FilterSelect
            label="Entries"
            all="Current entries"
            value={values.removed ? 'removed' : null}
            options={[{ value: 'removed', label: 'Removed entries' }]}
            onChange={(value) => void setFilters({ removed: value ? true : null })}
            className="w-44"
          />
        </>
      }
      columns={[
        {
          header: 'Entry',
          lines: ({ pattern, note, by, removed_by, removal_note }) => [
            pattern ?? <em className="text-muted-foreground">Erased address</em>,
            [note, by && t`added by ${by}`, removal_note && `removed by ${removed_by}: ${removal_note}`]
              .filter(Boolean)
              .join(' · '),
          ],
        },
        {
          header: 'Reason',
          phone: 'plain',
          cell: (entry) => <Badge tone="neutral">{LABELS[entry.reason]}</Badge>,
        },
        {
          header: values.removed ? 'Removed' : 'Added',
          date: ({ created_at, removed_at }) => removed_at ?? created_at,
          phone: 'hidden',
        },
      ]}
      rowActions={
        values.removed
          ? undefined
          : ({ id, pattern }) => (
              <RowMenu name={pattern ?? t`erased address`}>
                <DropdownMenuItem
                  label="Remove from list"
                  variant="destructive"
                  onSelect={() => setEntryToRemove({ id, name: pattern ?? t`this erased address` })}
                />
              </RowMenu>
            )
      }
      empty={{
        illustration: values.q ? 'search' : 'inbox',
        title: values.q ? 'No matching entry' : values.removed ? 'No removed entries' : 'No entries yet',
        description: 'Add addresses that complained to you, legal demands and role accounts.',
      }}
    >
      <AddEntriesDialog
        open={adding}
        onClose={() => setAdding(false)}
        description="No account of this instance emails them. Accounts see only that a message was blocked."
        label="Entries"
        placeholder={'lin@example.net\n@example.org\npostmaster@'}
        hint="One per line: an address, a domain like @example.org, or a name at any domain like postmaster@."
        onAdd={({ text, note }) => add.run({ text, note, reason })}
      >
        <Field label="Reason">
          <SelectInput
            value={reason}
            options={INSTANCE_REASONS.map((value) => ({ value, label: LABELS[value] ?? value }))}
            onChange={(value) => setReason(INSTANCE_REASONS.find((known) => known === value) ?? 'other')}
          />
        </Field>
      </AddEntriesDialog>
      <RemoveEntryDialog
        entry={entryToRemove}
        onClose={() => setEntryToRemove(undefined)}
        description="Accounts can email it again. The entry and your note stay under “Removed entries”."
        onRemove={(input) => remove.run(input)}
      />
    </ListPage>
  )
}
