import { useRouter } from 'next/navigation'
import { RowMenu } from '@/components/list/row-menu'
import { useTRPC } from '@/components/trpc-provider'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { toastWithUndo } from '@/components/undo-toast'
import { useAction } from '@/components/use-action'
import type { FormStatus } from '@/server/modules/forms/schema.ts'

interface FormMenuProps {
  form: { id: number; name: string; status: FormStatus }
}

/** Duplicates, archives, trashes and restores a form. */
export function FormMenu({ form: { id, name, status } }: FormMenuProps) {
  const trpc = useTRPC()
  const router = useRouter()
  const change = useAction(trpc.forms.setStatus, { invalidates: trpc.forms })
  const duplicate = useAction(trpc.forms.duplicate, {
    invalidates: trpc.forms,
    done: ({ has_file_left }) =>
      has_file_left ? 'Duplicated without its file. Add one under After sign-up.' : 'Duplicated',
    onDone: ({ id: copy_id }) => router.push(`/forms/${copy_id}`),
  })
  const move = (next: FormStatus, done: string) =>
    change.start({ id, status: next }, () => toastWithUndo(done, () => change.run({ id, status })))

  return (
    <RowMenu name={name}>
      {status === 'active' ? null : (
        <DropdownMenuItem onSelect={() => move('active', `Restored “${name}”`)}>Restore</DropdownMenuItem>
      )}
      {status === 'trashed' ? null : (
        <DropdownMenuItem onSelect={() => duplicate.start({ id })}>Duplicate</DropdownMenuItem>
      )}
      {status === 'active' ? (
        <DropdownMenuItem onSelect={() => move('archived', `Archived “${name}”. It accepts no more subscribers.`)}>
          Archive
        </DropdownMenuItem>
      ) : null}
      {status === 'trashed' ? null : (
        <DropdownMenuItem
          label="Move to trash"
          variant="destructive"
          onSelect={() => move('trashed', `Moved “${name}” to the trash. Its subscribers are kept.`)}
        />
      )}
    </RowMenu>
  )
}
