'use client'

import { useQuery } from '@tanstack/react-query'
import { parseAsBoolean, useQueryState } from 'nuqs'
import { EmptyState } from '@/components/empty-state'
import { formatCount, formatNumber, formatPercent } from '@/components/format'
import { Plus } from '@/components/generated/icons'
import { useKeyset } from '@/components/keyset'
import { CountedNote } from '@/components/list/counted-note'
import { FilterTabs, NothingFound, useListFilters } from '@/components/list/list-filters'
import { ListPage } from '@/components/list/list-page'
import { IfRole, useHasRole } from '@/components/role'
import { SearchInput } from '@/components/search-input'
import { StatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import { t } from '@/server/lib/locale/texts.ts'
import type { FormStatus } from '@/server/modules/forms/schema.ts'
import type { FormRow } from '@/server/modules/forms/settings-schema.ts'
import { FIGURE_DAYS, FORM_SORTS, FORM_STATUSES } from '@/server/modules/forms/values-schema.ts'
import { FormMenu } from './form-menu'
import { FormSketch } from './form-sketch'
import { formStatuses, formTypeOf, NOT_PUBLISHED } from './form-types'
import { FORM_FILTERS, formListQuery } from './queries'

const NewFormDialog = onDemand(async () => (await import('./new-form-dialog')).NewFormDialog)

const statusOptions = FORM_STATUSES.map((value) => ({ value, label: formStatuses[value].label }))

export function FormList() {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const [creating, setCreating] = useQueryState('new', parseAsBoolean.withDefault(false))
  const { values, setFilters } = useListFilters(FORM_FILTERS)
  const { q, status, sort, order } = values
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
      filters={<SearchInput label="Search forms" />}
      list={forms}
      summary={(total) => (
        <>
          {formatCount(total, 'form')}
          <CountedNote onCounted={() => void forms.refetch()} />
        </>
      )}
      rowId={(form) => form.id}
      rowHref={(form) => `/forms/${form.id}`}
      columns={[
        { header: 'Name', sort: 'name', sortFirst: 'asc', cell: (form) => <Name form={form} /> },
        {
          header: 'Type',
          phone: 'plain',
          className: 'text-muted-foreground',
          cell: (form) => <Kind form={form} />,
        },
        {
          header: 'Active subscribers',
          phone: 'aside',
          sort: 'subscribers',
          figure: (form) => formatNumber(form.subscriber_count),
        },
        {
          header: t`Views, ${FIGURE_DAYS} days`,
          sort: 'views',
          figure: (form) => formatNumber(form.views),
        },
        {
          header: t`Conversion, ${FIGURE_DAYS} days`,
          align: 'end',
          sort: 'conversion',
          cell: (form) => (form.conversion === null ? '–' : formatPercent(form.conversion * 100)),
        },
        { header: 'Created', date: (form) => form.created_at, from: 'lg', phone: 'hidden' },
      ]}
      sort={{
        field: sort,
        order,
        usual: { field: 'created', label: t`Newest first` },
        onChange: (field, next) =>
          void setFilters({ sort: FORM_SORTS.find((known) => known === field) ?? null, order: next }),
      }}
      rowActions={(form) => <FormMenu form={{ ...form, status }} />}
      empty={
        q ? (
          <NothingFound title={t`No form matches “${q}”`} onClear={() => void setFilters({ q: null })} />
        ) : (
          <Nothing status={status} action={newForm('Create form')} />
        )
      }
    >
      <NewFormDialog open={creating && may_write} onClose={() => void setCreating(null)} />
    </ListPage>
  )
}

function Name({ form }: { form: FormRow }) {
  return (
    <span className="flex items-center gap-3.5">
      <FormSketch format={formTypeOf(form).key} />
      <span className="flex min-w-0 flex-wrap items-center gap-2 [overflow-wrap:anywhere]">
        {form.name} {form.is_public ? null : <StatusBadge {...NOT_PUBLISHED} />}
      </span>
    </span>
  )
}

function Kind({ form }: { form: Parameters<typeof formTypeOf>[0] }) {
  return formTypeOf(form).label
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
