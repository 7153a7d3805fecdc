'use client'

import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { X } from '@/components/generated/icons'
import { useKeyset } from '@/components/keyset'
import { ClearFilters, FilterSelect, useListFilters } from '@/components/list/list-filters'
import { ListPage } from '@/components/list/list-page'
import { RowMenu } from '@/components/list/row-menu'
import { SearchInput } from '@/components/search-input'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { Input } from '@/components/ui/input'
import type { AuditView } from '@/server/modules/admin/audit-schema.ts'
import { AUDIT_FILTERS } from '@/server/modules/admin/values-schema.ts'
import { ExportLink } from '../export-link'
import { AuditEntryDialog } from './audit-entry-dialog'
import { AUDIT_ADDRESS, auditFilter, auditQuery } from './queries'
import { sentenceOf } from './sentence'

/** Lists administrators' changes to this instance, and accounts' security events. */
export function AuditLog() {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const { values, setFilters, clear, select } = useListFilters(AUDIT_ADDRESS)
  const [openEntry, setOpenEntry] = useState<AuditView>()
  const filter = auditFilter(values)
  const list = useQuery(auditQuery(trpc, values, cursor))
  const is_filtered = Object.keys(filter).length > 0

  return (
    <ListPage
      title="Audit log"
      description="Actions of administrators, and security events of all accounts. Entries cannot be changed."
      actions={<ExportLink path="/api/admin/audit" filter={filter} />}
      list={list}
      rowId={({ key }) => key}
      rowLabel={(entry) => sentenceOf(entry)}
      filters={
        <>
          <SearchInput label="Search users" placeholder="Name or email" />
          <FilterSelect
            label="Action"
            all="All actions"
            {...select('action')}
            options={AUDIT_FILTERS}
            className="w-52 max-md:w-full"
          />
          <Day label="From" value={values.from} onChange={(from) => void setFilters({ from })} />
          <Day label="Until" value={values.until} onChange={(until) => void setFilters({ until })} />
          {values.account ? (
            <Button variant="outline" size="sm" onClick={() => void setFilters({ account: null })}>
              Account {String(values.account)} <X aria-hidden />
            </Button>
          ) : null}
          <ClearFilters isFiltered={is_filtered} onClear={clear} />
        </>
      }
      columns={[
        {
          header: 'Entry',
          cell: (entry) => (
            <button
              type="button"
              onClick={() => setOpenEntry(entry)}
              className="grid gap-0.5 rounded text-start hover:underline underline-offset-4"
            >
              <span className="[overflow-wrap:anywhere]">{sentenceOf(entry)}</span>
              <span className="font-normal text-muted-foreground text-xs [overflow-wrap:anywhere]">
                <Facts entry={entry} />
              </span>
            </button>
          ),
        },
        {
          header: 'Log',
          from: 'lg',
          phone: 'hidden',
          cell: ({ source }) => <Badge tone="neutral">{source === 'instance' ? 'Instance' : 'Account'}</Badge>,
        },
        { header: 'Time', date: ({ occurred_at }) => occurred_at, phone: 'plain' },
      ]}
      rowActions={(entry) => (
        <RowMenu name={sentenceOf(entry)}>
          <DropdownMenuItem onSelect={() => setOpenEntry(entry)}>View details</DropdownMenuItem>
          {entry.account_id ? (
            <DropdownMenuItem onSelect={() => void setFilters({ account: entry.account_id })}>
              Show only this account
            </DropdownMenuItem>
          ) : null}
          <DropdownMenuItem onSelect={() => void setFilters({ action: entry.action })}>
            Show only this action
          </DropdownMenuItem>
        </RowMenu>
      )}
      empty={{
        illustration: is_filtered ? 'search' : 'inbox',
        title: is_filtered ? 'No matching entry' : 'No entries yet',
        description: 'Every action of an administrator and every security event of an account appears here.',
      }}
    >
      <AuditEntryDialog entry={openEntry} onClose={() => setOpenEntry(undefined)} />
    </ListPage>
  )
}

function Day({
  label,
  value,
  onChange,
}: {
  label: string
  value: string | null
  onChange: (day: string | null) => void
}) {
  return (
    <div className="flex items-center gap-2 text-muted-foreground text-sm max-md:w-full" title={`${label} (UTC)`}>
      <span aria-hidden className="shrink-0 max-md:w-10">
        {label}
      </span>
      <Input
        type="date"
        aria-label={`${label} (UTC)`}
        className="figures w-40 max-md:flex-1"
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || null)}
      />
    </div>
  )
}

/** Isolates each fact, because a right-to-left name would otherwise reorder the text after it. */
function Facts({ entry: { account_name, subject_user, ip } }: { entry: AuditView }) {
  const facts = Object.entries({ account_name, subject_user, ip }).filter(([, fact]) => fact)
  return facts.map(([name, fact], index) => (
    <Fragment key={name}>
      {index > 0 ? ' · ' : null}
      <bdi>{fact}</bdi>
    </Fragment>
  ))
}
