'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { DeleteDialog } from '@/components/list/delete-dialog'
import { RowMenu } from '@/components/list/row-menu'
import { useDeletion } from '@/components/list/use-deletion'
import { useTRPC } from '@/components/trpc-provider'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { toast } from '@/components/ui/sonner'
import type { TemplateRow } from '@/server/modules/templates/editor-schema.ts'

/** Actions for a template, in the list and on its page. */
export function TemplateMenu({ template, onDeleted }: { template: TemplateRow; onDeleted?: () => void }) {
  const { id, name, kind, is_default } = template
  const trpc = useTRPC()
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries(trpc.templates.pathFilter())
  const makeDefault = useMutation(
    trpc.templates.setDefault.mutationOptions({
      onSuccess: async () => {
        await refresh()
        toast.success(`“${name}” is the default template`)
      },
      onError: (error) => void toast.error(error.message),
    }),
  )
  const remove = useMutation(trpc.templates.remove.mutationOptions())
  const undelete = useMutation(trpc.templates.undelete.mutationOptions())
  const deletion = useDeletion<TemplateRow>({
    remove: remove.mutateAsync,
    undelete: undelete.mutateAsync,
    refresh,
    name: ({ name: called }) => called,
    onDeleted,
  })
  const duplicate = useDuplicate()
  return (
    <>
      <RowMenu name={name}>
        <DropdownMenuItem onSelect={() => duplicate.mutate({ id })}>Duplicate</DropdownMenuItem>
        {is_default ? null : (
          <DropdownMenuItem onSelect={() => makeDefault.mutate({ id })}>Make default</DropdownMenuItem>
        )}
        {is_default || kind === 'built_in' ? null : (
          <DropdownMenuItem variant="destructive" onSelect={() => void deletion.start(template)}>
            Delete
          </DropdownMenuItem>
        )}
      </RowMenu>
      <DeleteDialog
        {...deletion.question}
        description={() =>
          'Upcoming emails use it. They will use the default template instead. Sent emails stay as they are.'
        }
        confirmLabel="Delete template"
      />
    </>
  )
}

/** Duplicates a template and opens the copy. */
export function useDuplicate() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  return useMutation(
    trpc.templates.duplicate.mutationOptions({
      onSuccess: async ({ id }) => {
        await client.invalidateQueries(trpc.templates.pathFilter())
        router.push(`/templates/${id}`)
      },
      onError: (error) => void toast.error(error.message),
    }),
  )
}
