'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '@/components/format'
import { Download, Plus } from '@/components/generated/icons'
import { useKeyset } from '@/components/keyset'
import { FilterSelect, useListFilters } from '@/components/list/list-filters'
import { ListSection } from '@/components/list/list-page'
import { RowMenu } from '@/components/list/row-menu'
import { useHasRole } from '@/components/role'
import { SearchInput } from '@/components/search-input'
import { useTRPC } from '@/components/trpc-provider'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { onDemand } from '@/components/ui/on-demand'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import { SUPPRESSION_REASONS } from '@/server/modules/suppression/values-schema.ts'
import { SettingsPage } from '../settings-page'
import { SUPPRESSION_FILTERS, suppressionQuery } from './queries'

const AddEntriesDialog = onDemand(
  async () => (await import('@/components/suppression/add-entries-dialog')).AddEntriesDialog,
)
const RemoveEntryDialog = onDemand(
  async () => (await import('@/components/suppression/remove-entry-dialog')).RemoveEntryDialog,
)

const REASONS = {
  erased: { label: 'Erased', tone: 'neutral' },
  hard_bounce: { label: 'Bounced', tone: 'danger' },
  complaint: { label: 'Complained', tone: 'danger' },
  manual: { label: 'Added manually', tone: 'neutral' },
  import: { label: 'Imported', tone: 'neutral' },
} as const satisfies Record<(typeof SUPPRESSION_REASONS)[number], { label: string; tone: Tone }>

/** Addresses that the account never emails. */
export function SuppressionList() {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const { values, select } = useListFilters(SUPPRESSION_FILTERS)
  const [adding, setAdding] = useState(false)
  const [entryToRemove, setEntryToRemove] = useState<{ id: number; name: string; warning: string | undefined }>()
  const isAdmin = useHasRole('admin')
  const isEditor = useHasRole('editor')
  const list = useQuery(suppressionQuery(trpc, values, cursor))
  const add = useAction(trpc.suppression.add, { invalidates: trpc.suppression })
  const remove = useAction(trpc.suppression.remove, { invalidates: trpc.suppression })
  const download = useAction(trpc.suppression.export)

  async function exportList() {
    const parts: string[] = []
    let after: string | undefined
    do {
      const { csv, next } = await download.run({ after })
      parts.push(csv)
      after = next ?? undefined
    } while (after)
    const url = URL.createObjectURL(new Blob(parts, { type: 'text/csv' }))
    Object.assign(document.createElement('a'), { href: url, download: 'suppression-list.csv' }).click()
    URL.revokeObjectURL(url)
  }

  return (
    <SettingsPage
      title="Suppression list"
      description="No email goes to these addresses, even if someone imports or adds them again. Hard bounces, complaints and erased subscribers are added automatically."
      actions={
        <div className="flex flex-wrap gap-2">
          {isAdmin ? (
            <Button
              variant="outline"
              pending={download.isPending}
              onClick={() => void exportList().catch((error: Error) => toast.error(error.message))}
            >
              <Download aria-hidden /> Export
            </Button>
          ) : null}
          {isEditor ? (
            <Button onClick={() => setAdding(true)}>
              <Plus aria-hidden /> Add addresses
            </Button>
          ) : null}
        </div>
      }
    >
      <ListSection
        caption="Suppression list"
        list={list}
        summary={(total) => `${formatNumber(total)} ${total === 1 ? 'address' : 'addresses'}`}
        rowId={({ id }) => id}
        filters={
          <>
            <SearchInput label="Search addresses" />
            <FilterSelect
              label="Reason"
              all="All reasons"
              {...select('reason')}
              options={SUPPRESSION_REASONS.map((value) => ({ value, label: REASONS[value].label }))}
              className="w-44"
            />
          </>
        }
        columns={[
          {
            header: 'Address',
            lines: ({ email_address, note, by }) => [
              email_address ?? <em className="text-muted-foreground">Erased address</em>,
              note || by ? [note, by && t`added by ${by}`].filter(Boolean).join(' · ') : null,
            ],
          },
          {
            header: 'Reason',
            phone: 'plain',
            cell: ({ reason }) => <Badge tone={REASONS[reason].tone}>{REASONS[reason].label}</Badge>,
          },
          { header: 'Added', date: ({ created_at }) => created_at, phone: 'hidden' },
        ]}
        rowActions={
          isAdmin
            ? ({ id, email_address, reason }) => (
                <RowMenu name={email_address ?? t`erased address`}>
                  <DropdownMenuItem
                    label="Remove from list"
                    variant="destructive"
                    onSelect={() =>
                      setEntryToRemove({ id, name: email_address ?? t`this erased address`, warning: WARNINGS[reason] })
                    }
                  />
                </RowMenu>
              )
            : undefined
        }
        empty={{
          illustration: values.q || values.reason ? 'search' : 'inbox',
          title: values.q || values.reason ? 'No matching address' : 'No suppressed addresses',
          description:
            values.q || values.reason
              ? 'An erased address is found only by its complete text.'
              : 'Add addresses that must not receive your emails, for example from your previous provider.',
        }}
      />

      <AddEntriesDialog
        open={adding}
        onClose={() => setAdding(false)}
        description="They receive no email from this account. Their subscribers keep their state."
        label="Email addresses"
        placeholder={'lin@example.net\nkim@example.org'}
        hint="One per line, at most 20,000. Further CSV columns are ignored."
        onAdd={({ text, note, from_file }) => add.run({ text, note, reason: from_file ? 'import' : 'manual' })}
      />
      <RemoveEntryDialog
        entry={entryToRemove}
        onClose={() => setEntryToRemove(undefined)}
        description="This address can receive email again. The note is kept in the security log."
        onRemove={(input) => remove.run(input)}
      />
    </SettingsPage>
  )
}

const WARNINGS: Record<(typeof SUPPRESSION_REASONS)[number], string | undefined> = {
  erased: 'This subscriber had their data erased. Remove the entry only if they asked for email again.',
  complaint: 'This subscriber reported your email as spam. Remove the entry only if they asked for email again.',
  hard_bounce: 'The mailbox did not exist. Another bounce adds the address again.',
  manual: undefined,
  import: undefined,
}
