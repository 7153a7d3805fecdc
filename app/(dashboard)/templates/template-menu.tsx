import { useRouter } from 'next/navigation'
import { DeleteDialog } from '@/components/list/delete-dialog'
import { RowMenu } from '@/components/list/row-menu'
import { useDeletion } from '@/components/list/use-deletion'
import { useTRPC } from '@/components/trpc-provider'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { useAction } from '@/components/use-action'
import type { TemplateRow } from '@/server/modules/templates/editor-schema.ts'

/** Actions for a template, in the list and on its page. */
export function TemplateMenu({ template, onDeleted }: { template: TemplateRow; onDeleted?: () => void }) {
  const { id, name, kind, is_default } = template
  const trpc = useTRPC()
  const makeDefault = useAction(trpc.templates.setDefault, {
    invalidates: trpc.templates,
    done: `“${name}” is the default template`,
  })
  const deletion = useDeletion<TemplateRow>({
    remove: trpc.templates.remove,
    undelete: trpc.templates.undelete,
    invalidates: trpc.templates,
    name: ({ name: called }) => called,
    onDeleted,
  })
  const duplicate = useDuplicate()
  return (
    <>
      <RowMenu name={name}>
        <DropdownMenuItem onSelect={() => duplicate.start({ id })}>Duplicate</DropdownMenuItem>
        {is_default ? null : (
          <DropdownMenuItem onSelect={() => makeDefault.start({ id })}>Make default</DropdownMenuItem>
        )}
        {is_default || kind === 'built_in' ? null : (
          <DropdownMenuItem label="Delete" variant="destructive" onSelect={() => deletion.start(template)} />
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
  const router = useRouter()
  return useAction(trpc.templates.duplicate, {
    invalidates: trpc.templates,
    onDone: ({ id }) => router.push(`/templates/${id}`),
  })
}
