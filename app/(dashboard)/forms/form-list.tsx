'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryState, useQueryStates } from 'nuqs'
import { DataTable } from '@/components/data-table'
import { EmptyState } from '@/components/empty-state'
import { formatNumber } from '@/components/format'
import { useKeyset } from '@/components/keyset'
import { Page, PageHeader } from '@/components/page-header'
import { RelativeTime } from '@/components/relative-time'
import { IfRole, useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Tabs, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { FORM_STATUSES, type FormStatus } from '@/server/modules/forms/schema.ts'
import { FormMenu } from './form-menu'
import { formStatuses, formTypeOf } from './form-types'
import { NewFormDialog } from './new-form-dialog'

export function FormList() {
  const trpc = useTRPC()
  const { cursor, page } = useKeyset()
  const [creating, setCreating] = useQueryState('new', parseAsBoolean.withDefault(false))
  const [{ status }, setFilter] = useQueryStates({
    status: parseAsStringLiteral(FORM_STATUSES).withDefault('active'),
    after: parseAsString,
    before: parseAsString,
  })
  const forms = useQuery(
    trpc.forms.list.queryOptions(
      { status, include: 'subscriber_count', per_page: 50, include_total_count: true, ...cursor },
      { placeholderData: keepPreviousData },
    ),
  )
  const may_write = useHasRole('editor')
  const total = forms.data?.pagination.total_count
  const newForm = (label: string) => (
    <IfRole atLeast="editor">
      <Button onClick={() => void setCreating(true)}>
        <Plus aria-hidden /> {label}
      </Button>
    </IfRole>
  )

  return (
    <Page>
      <PageHeader
        title="Forms"
        description="Let people subscribe on your site or on a landing page."
        actions={newForm('New form')}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Tabs
          value={status}
          onValueChange={(value) =>
            void setFilter({ status: FORM_STATUSES.find((known) => known === value), after: null, before: null })
          }
        >
          <TabsList aria-label="Status">
            {FORM_STATUSES.map((known) => (
              <TabsTrigger key={known} value={known} aria-controls={undefined}>
                {formStatuses[known].label}
              </TabsTrigger>
            ))}
          </TabsList>
        </Tabs>
        <DataTable
          caption="Forms"
          rows={forms.data?.rows}
          rowId={(form) => form.id}
          rowHref={(form) => `/forms/${form.id}`}
          fetching={forms.isPlaceholderData}
          error={forms.error}
          onRetry={() => void forms.refetch()}
          page={{
            ...page(forms.data?.pagination),
            summary: total === undefined ? null : `${formatNumber(total)} ${total === 1 ? 'form' : 'forms'}`,
          }}
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
            {
              key: 'created',
              header: 'Created',
              align: 'end',
              from: 'lg',
              phone: 'hidden',
              className: 'text-muted-foreground',
              cell: (form) => <RelativeTime at={form.created_at} />,
            },
          ]}
          rowActions={may_write ? (form) => <FormMenu form={{ ...form, status }} /> : undefined}
          empty={<Nothing status={status} action={newForm('Create form')} />}
        />
      </div>
      <NewFormDialog open={creating && may_write} onClose={() => void setCreating(null)} />
    </Page>
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
      illustration="people"
      title="No forms yet"
      description="Create a form for your site or a landing page to collect subscribers."
      actions={action}
    />
  )
}
