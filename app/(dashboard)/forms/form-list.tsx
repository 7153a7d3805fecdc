'use client'

import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { parseAsBoolean, useQueryState } from 'nuqs'
import { EmptyState } from '@/components/empty-state'
import { formatCount, formatNumber } from '@/components/format'
import { useKeyset } from '@/components/keyset'
import { FilterTabs, useListFilters } from '@/components/list/list-filters'
import { ListPage } from '@/components/list/list-page'
import { IfRole, useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import type { FormStatus } from '@/server/modules/forms/schema.ts'
import { FORM_STATUSES } from '@/server/modules/forms/values-schema.ts'
import { FormMenu } from './form-menu'
import { formStatuses, formTypeOf } from './form-types'
import { FORM_FILTERS, formListQuery } from './queries'

const NewFormDialog = onDemand(async () => (await import('./new-form-dialog')).NewFormDialog)

const statusOptions = FORM_STATUSES.map((value) => ({ value, label: formStatuses[value].label }))

export function FormList() {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const [creating, setCreating] = useQueryState('new', parseAsBoolean.withDefault(false))
  const { values, setFilters } = useListFilters(FORM_FILTERS)
  const { status } = values
  const forms = useQuery(formListQuery(trpc, values, cursor))
  const may_write = useHasRole('editor')
  const newForm = (label: string) => (
    <IfRole atLeast="editor">
      <Button onClick={() => void setCreating(true)}>
        <Plus aria-hidden /> {label}
      </Button>
    </IfRole>
  )

  return (
    <ListPage
      title="Forms"
      description="Let visitors subscribe on your site or on a landing page."
      actions={newForm('New form')}
      tabs={
        <FilterTabs
          label="Status"
          value={status}
          options={statusOptions}
          onChange={(chosen) => void setFilters({ status: chosen })}
        />
      }
      list={forms}
      summary={(total) => formatCount(total, 'form')}
      rowId={(form) => form.id}
      rowHref={(form) => `/forms/${form.id}`}
      columns={[
        { key: 'name', header: 'Name', cell: (form) => form.name },
        {
          key: 'kind',
          header: 'Type',
          phone: 'plain',
          className: 'text-muted-foreground',
          cell: (form) => <Kind form={form} />,
        },
        {
          key: 'subscribers',
          header: 'Active subscribers',
          align: 'end',
          phone: 'aside',
          cell: (form) => formatNumber(form.subscriber_count ?? 0),
        },
        { header: 'Created', date: (form) => form.created_at, from: 'lg', phone: 'hidden' },
      ]}
      rowActions={(form) => <FormMenu form={{ ...form, status }} />}
      empty={<Nothing status={status} action={newForm('Create form')} />}
    >
      <NewFormDialog open={creating && may_write} onClose={() => void setCreating(null)} />
    </ListPage>
  )
}

function Kind({ form }: { form: Parameters<typeof formTypeOf>[0] }) {
  const { label, icon: Icon } = formTypeOf(form)
  return (
    <span className="inline-flex items-center gap-2">
      <Icon aria-hidden className="size-4" /> {label}
    </span>
  )
}

function Nothing({ status, action }: { status: FormStatus; action: React.ReactNode }) {
  if (status === 'archived')
    return <EmptyState illustration="file" title="No archived forms" description="Forms you archive appear here." />
  if (status === 'trashed')
    return (
      <EmptyState illustration="file" title="Trash is empty" description="Forms you move to the trash appear here." />
    )
  return (
    <EmptyState
      illustration="subscribers"
      title="No forms yet"
      description="Create a form for your site or a landing page to collect subscribers."
      actions={action}
    />
  )
}
