'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { errorText } from '@/components/error-text'
import { RowMenu } from '@/components/list/row-menu'
import { useTRPC } from '@/components/trpc-provider'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { toast } from '@/components/ui/sonner'
import type { FormStatus } from '@/server/modules/forms/schema.ts'

interface FormMenuProps {
  form: { id: number; name: string; status: FormStatus }
}

/** Archives, trashes and restores a form. */
export function FormMenu({ form: { id, name, status } }: FormMenuProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [asking, setAsking] = useState<'archived' | 'trashed'>()
  const change = useMutation(trpc.forms.setStatus.mutationOptions())

  async function move(next: FormStatus, done: string) {
    await change.mutateAsync({ id, status: next })
    await client.invalidateQueries(trpc.forms.pathFilter())
    toast.success(done)
  }
  async function restore() {
    try {
      await move('active', `Restored “${name}”`)
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  return (
    <>
      <RowMenu name={name}>
        {status === 'active' ? null : <DropdownMenuItem onSelect={() => void restore()}>Restore</DropdownMenuItem>}
        {status === 'active' ? (
          <DropdownMenuItem onSelect={() => setAsking('archived')}>Archive</DropdownMenuItem>
        ) : null}
        {status === 'trashed' ? null : (
          <DropdownMenuItem variant="destructive" onSelect={() => setAsking('trashed')}>
            Move to trash
          </DropdownMenuItem>
        )}
      </RowMenu>
      <ConfirmDialog
        open={asking === 'archived'}
        onOpenChange={(open) => (open ? undefined : setAsking(undefined))}
        title={`Archive “${name}”?`}
        description="It disappears from your sites and accepts no more subscribers. Its subscribers are kept, and you can restore it."
        confirmLabel="Archive form"
        onConfirm={() => move('archived', `Archived “${name}”`)}
      />
      <ConfirmDialog
        open={asking === 'trashed'}
        onOpenChange={(open) => (open ? undefined : setAsking(undefined))}
        title={`Move “${name}” to the trash?`}
        description="It disappears from your sites, and apps can’t add subscribers to it. Its subscribers are kept, and you can restore it."
        confirmLabel="Move to trash"
        tone="destructive"
        onConfirm={() => move('trashed', `Moved “${name}” to the trash`)}
      />
    </>
  )
}
