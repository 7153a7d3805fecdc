'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { RowMenu } from '@/components/list/row-menu'
import { useTRPC } from '@/components/trpc-provider'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { toast } from '@/components/ui/sonner'
import { toastWithUndo } from '@/components/undo-toast'
import type { FormStatus } from '@/server/modules/forms/schema.ts'

interface FormMenuProps {
  form: { id: number; name: string; status: FormStatus }
}

/** Duplicates, archives, trashes and restores a form. */
export function FormMenu({ form: { id, name, status } }: FormMenuProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const change = useMutation(trpc.forms.setStatus.mutationOptions({ onError: ({ message }) => toast.error(message) }))

  async function setStatus(next: FormStatus) {
    await change.mutateAsync({ id, status: next })
    await client.invalidateQueries(trpc.forms.pathFilter())
  }
  const duplicate = useMutation(
    trpc.forms.duplicate.mutationOptions({
      onSuccess: async ({ id: copy_id, has_file_left }) => {
        await client.invalidateQueries(trpc.forms.pathFilter())
        toast.success(has_file_left ? 'Duplicated without its file. Add one under After sign-up.' : 'Duplicated')
        router.push(`/forms/${copy_id}`)
      },
      onError: ({ message }) => void toast.error(message),
    }),
  )
  const move = (next: FormStatus, done: string) =>
    setStatus(next).then(
      () => toastWithUndo(done, () => setStatus(status)),
      // The mutation has said why.
      () => undefined,
    )

  return (
    <RowMenu name={name}>
      {status === 'active' ? null : (
        <DropdownMenuItem onSelect={() => void move('active', `Restored “${name}”`)}>Restore</DropdownMenuItem>
      )}
      {status === 'trashed' ? null : (
        <DropdownMenuItem onSelect={() => duplicate.mutate({ id })}>Duplicate</DropdownMenuItem>
      )}
      {status === 'active' ? (
        <DropdownMenuItem onSelect={() => void move('archived', `Archived “${name}”. It accepts no more subscribers.`)}>
          Archive
        </DropdownMenuItem>
      ) : null}
      {status === 'trashed' ? null : (
        <DropdownMenuItem
          variant="destructive"
          onSelect={() => void move('trashed', `Moved “${name}” to the trash. Its subscribers are kept.`)}
        >
          Move to trash
        </DropdownMenuItem>
      )}
    </RowMenu>
  )
}
