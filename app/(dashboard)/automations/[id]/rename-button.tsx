'use client'

import { PencilLine } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { bySchema } from '@/components/form-schema'
import { NameDialog } from '@/components/name-dialog'
import { Button } from '@/components/ui/button'
import type { Edit } from './use-draft'

/** Renames the automation. */
export function RenameButton({ name, edit }: { name: string; edit: Edit }) {
  const [open, setOpen] = useState(false)
  const form = useForm({
    resolver: bySchema(async () => (await import('../new-automation-dialog')).Naming),
    values: { name },
  })
  const close = () => {
    setOpen(false)
    form.reset({ name })
  }
  return (
    <>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label="Rename"
        className="text-muted-foreground"
        onClick={() => setOpen(true)}
      >
        <PencilLine aria-hidden />
      </Button>
      <NameDialog
        title="Rename"
        form={form}
        onSubmit={async ({ name: next }) => {
          edit((draft) => ({ ...draft, name: next }))
          setOpen(false)
        }}
        submitLabel="Rename"
        open={open}
        onClose={close}
      />
    </>
  )
}
