import { bySchema } from '@/components/form-schema'
import { NameDialog } from '@/components/name-dialog'
import { useStoredForm } from '@/components/stored-form'

interface RenameDialogProps {
  name: string
  open: boolean
  onClose: () => void
  onRename: (name: string) => void
}

export function RenameDialog({ name, open, onClose, onRename }: RenameDialogProps) {
  const form = useStoredForm({
    resolver: bySchema(async () => (await import('../new-automation-dialog')).Naming),
    values: { name },
  })
  return (
    <NameDialog
      title="Rename"
      form={form}
      onSubmit={async ({ name: next }) => onRename(next)}
      submitLabel="Rename"
      open={open}
      onClose={() => {
        onClose()
        form.reset({ name })
      }}
    />
  )
}
