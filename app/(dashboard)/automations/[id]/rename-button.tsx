'use client'

import { useState } from 'react'
import { PencilLine } from '@/components/generated/icons'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import type { Edit } from './use-draft'

const RenameDialog = onDemand(async () => (await import('./rename-dialog')).RenameDialog)

/** Renames the automation. */
export function RenameButton({ name, edit }: { name: string; edit: Edit }) {
  const [open, setOpen] = useState(false)
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
      <RenameDialog
        name={name}
        open={open}
        onClose={() => setOpen(false)}
        onRename={(next) => {
          edit((draft) => ({ ...draft, name: next }))
          setOpen(false)
        }}
      />
    </>
  )
}
