'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { FIELD_TYPE_LABELS } from '@/components/custom-fields/field-type-labels'
import { DataTable } from '@/components/data-table'
import { EmptyState } from '@/components/empty-state'
import { useKeyset } from '@/components/keyset'
import { DeleteDialog } from '@/components/list/delete-dialog'
import { RowMenu } from '@/components/list/row-menu'
import { IfRole, useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { onDemand } from '@/components/ui/on-demand'
import type { TypedField } from '@/server/modules/custom-fields/schema.ts'
import { fieldListQuery } from './queries'

const FieldDialog = onDemand(async () => (await import('./field-dialog')).FieldDialog)

export function Fields() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { cursor, page } = useKeyset()
  const [creating, setCreating] = useState(false)
  const [edited, setEdited] = useState<TypedField>()
  const [deleted, setDeleted] = useState<TypedField>()
  const fields = useQuery(fieldListQuery(trpc, cursor))
  const may_write = useHasRole('editor')
  const remove = useMutation(trpc.custom_fields.delete.mutationOptions())
  const refresh = () => client.invalidateQueries(trpc.custom_fields.pathFilter())

  return (
    <Card>
      <CardHeader
        title="Custom fields"
        description="Store details about subscribers and use them in emails as {{ subscriber.key }}."
        actions={
          <IfRole atLeast="editor">
            <Button onClick={() => setCreating(true)}>
              <Plus aria-hidden /> New field
            </Button>
          </IfRole>
        }
      />
      <CardContent>
        <DataTable
          caption="Custom fields"
          rows={fields.data?.rows}
          rowId={(field) => field.id}
          fetching={fields.isPlaceholderData}
          error={fields.error}
          onRetry={() => void fields.refetch()}
          page={page(fields.data?.pagination)}
          columns={[
            { key: 'label', header: 'Label', cell: (field) => field.label },
            {
              key: 'type',
              header: 'Type',
              cell: ({ type, choices }) => (
                <span className="grid">
                  {FIELD_TYPE_LABELS[type]}
                  {choices.length > 0 ? (
                    <span className="max-w-64 truncate text-muted-foreground text-xs">{choices.join(', ')}</span>
                  ) : null}
                </span>
              ),
            },
            {
              key: 'key',
              header: 'Merge tag',
              phone: 'plain',
              cell: (field) => <code className="text-muted-foreground text-xs">{`{{ subscriber.${field.key} }}`}</code>,
            },
          ]}
          rowActions={
            may_write
              ? (field) => (
                  <RowMenu name={field.label}>
                    <DropdownMenuItem onSelect={() => setEdited(field)}>Edit</DropdownMenuItem>
                    <IfRole atLeast="admin">
                      <DropdownMenuItem variant="destructive" onSelect={() => setDeleted(field)}>
                        Delete
                      </DropdownMenuItem>
                    </IfRole>
                  </RowMenu>
                )
              : undefined
          }
          empty={
            <EmptyState
              as="h3"
              illustration="subscribers"
              title="No custom fields yet"
              description="Create a field, such as city or birthday, to personalize emails."
            />
          }
        />
      </CardContent>
      <FieldDialog open={creating} onClose={() => setCreating(false)} onSaved={refresh} />
      <FieldDialog
        key={edited?.id}
        field={edited}
        open={Boolean(edited)}
        onClose={() => setEdited(undefined)}
        onSaved={refresh}
      />
      <DeleteDialog
        row={deleted}
        onClose={() => setDeleted(undefined)}
        name={({ label }) => label}
        description={() => 'This erases the values of all subscribers. Emails that use the field leave it blank.'}
        confirmLabel="Delete field"
        confirmText={({ key }) => key}
        onDelete={async ({ id }) => {
          await remove.mutateAsync({ id })
          await refresh()
        }}
      />
    </Card>
  )
}
