'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { parseAsInteger, useQueryState } from 'nuqs'
import { useState } from 'react'
import { CopyButton } from '@/components/copy-button'
import { FIELD_TYPE_LABELS } from '@/components/custom-fields/field-type-labels'
import { DataTable } from '@/components/data-table'
import { Plus } from '@/components/generated/icons'
import { useKeyset } from '@/components/keyset'
import { DeleteDialog } from '@/components/list/delete-dialog'
import { RowMenu } from '@/components/list/row-menu'
import { useDeletion } from '@/components/list/use-deletion'
import { IfRole, useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { onDemand } from '@/components/ui/on-demand'
import type { TypedField } from '@/server/modules/custom-fields/schema.ts'
import { SettingsPage } from '../settings-page'
import { fieldListQuery } from './queries'

const FieldDialog = onDemand(async () => (await import('@/components/custom-fields/field-dialog')).FieldDialog)

export function Fields() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { cursor, page } = useKeyset()
  const [creating, setCreating] = useState(false)
  const [opened, setOpened] = useQueryState('field', parseAsInteger)
  const fields = useQuery(fieldListQuery(trpc, cursor))
  const may_write = useHasRole('editor')
  const fieldToEdit = useEditedField(may_write ? opened : null, fields.data?.rows)
  const refresh = () => client.invalidateQueries(trpc.custom_fields.pathFilter())
  const deletion = useDeletion<TypedField>({
    remove: trpc.custom_fields.delete,
    undelete: trpc.custom_fields.undelete,
    invalidates: trpc.custom_fields,
    name: ({ label }) => label,
  })

  return (
    <SettingsPage
      title="Custom fields"
      description="Store details about subscribers, such as their city, and use them in emails."
      actions={
        <IfRole atLeast="editor">
          <Button onClick={() => setCreating(true)}>
            <Plus aria-hidden /> New field
          </Button>
        </IfRole>
      }
    >
      <DataTable
        caption="Custom fields"
        rows={fields.data?.rows}
        rowId={(field) => field.id}
        fetching={fields.isPlaceholderData}
        query={fields}
        page={page(fields.data?.pagination)}
        columns={[
          { header: 'Label', cell: (field) => field.label },
          {
            header: 'Type',
            cell: ({ type, choices }) => (
              <>
                {FIELD_TYPE_LABELS[type]}
                {choices.length > 0 ? (
                  <span className="block max-w-64 truncate text-muted-foreground text-xs">{choices.join(', ')}</span>
                ) : null}
              </>
            ),
          },
          {
            header: 'Merge tag',
            phone: 'plain',
            cell: ({ key }) => <CopyButton value={`{{ subscriber.${key} }}`} label="merge tag" showLabel />,
          },
        ]}
        rowActions={
          may_write
            ? (field) => (
                <RowMenu name={field.label}>
                  <DropdownMenuItem onSelect={() => void setOpened(field.id)}>Edit</DropdownMenuItem>
                  <IfRole atLeast="admin">
                    <DropdownMenuItem label="Delete" variant="destructive" onSelect={() => deletion.start(field)} />
                  </IfRole>
                </RowMenu>
              )
            : undefined
        }
        empty={{
          illustration: 'subscribers',
          title: 'No custom fields yet',
          description: 'Create a field, such as city or birthday, to personalize emails.',
        }}
      />

      <FieldDialog open={creating} onClose={() => setCreating(false)} onSaved={refresh} />
      <FieldDialog
        key={fieldToEdit?.id}
        field={fieldToEdit}
        open={Boolean(fieldToEdit)}
        onClose={() => void setOpened(null)}
        onSaved={refresh}
      />
      <DeleteDialog
        {...deletion.question}
        description={() =>
          'Forms, segments or emails use this field. They leave it out from now on. You can undo this right after deleting. After an hour, the values of all subscribers are erased.'
        }
        confirmLabel="Delete field"
      />
    </SettingsPage>
  )
}

/** Returns the field in the URL: a row of the list, or one on another page. */
function useEditedField(id: number | null, rows: readonly TypedField[] | undefined): TypedField | undefined {
  const trpc = useTRPC()
  const shown = rows?.find((field) => field.id === id)
  const asked = id !== null && rows !== undefined && !shown
  const other = useQuery({ ...trpc.custom_fields.get.queryOptions({ id: id ?? 0 }), enabled: asked })
  return id === null ? undefined : (shown ?? other.data)
}
