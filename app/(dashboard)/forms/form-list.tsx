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
import { formTypeOf } from './form-types'
import { NewFormDialog } from './new-form-dialog'

const LABELS = { active: 'In use', archived: 'Archived', trashed: 'Trash' }

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
        description="Where people subscribe by themselves: on your site, or on a page of their own."
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
                {LABELS[known]}
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
              header: 'Kind',
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
          empty={<Nothing status={status} action={newForm('Create your first form')} />}
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
    return <EmptyState illustration="file" title="Nothing archived" description="Forms that have had their time." />
  if (status === 'trashed')
    return <EmptyState illustration="file" title="The trash is empty" description="Forms that you threw away." />
  return (
    <EmptyState
      illustration="people"
      title="No forms yet"
      description="Put one on your site, or share a landing page, and people subscribe by themselves."
      actions={action}
    />
  )
}
