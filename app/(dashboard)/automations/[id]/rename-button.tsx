import { useState } from 'react'
import { PencilLine } from '@/components/generated/icons'
import { IconButton } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import type { Edit } from './use-draft'

const RenameDialog = onDemand(async () => (await import('./rename-dialog')).RenameDialog)

/** Renames the automation. */
export function RenameButton({ name, edit }: { name: string; edit: Edit }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton icon={PencilLine} label="Rename" className="text-muted-foreground" onClick={() => setOpen(true)} />
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
