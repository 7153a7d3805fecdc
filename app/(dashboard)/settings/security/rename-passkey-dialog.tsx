import { bySchema } from '@/components/form-schema'
import { NameDialog } from '@/components/name-dialog'
import { useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { useAction } from '@/components/use-action'

interface RenamePasskeyDialogProps {
  id: string
  name: string
  open: boolean
  onClose: () => void
}

export function RenamePasskeyDialog({ id, name, open, onClose }: RenamePasskeyDialogProps) {
  const trpc = useTRPC()
  const rename = useAction(trpc.second_factors.renamePasskey, { invalidates: trpc.second_factors })
  const form = useStoredForm({
    resolver: bySchema(async () => (await import('@/server/modules/second-factors/schema.ts')).PasskeyNameInput),
    values: { name },
  })
  return (
    <NameDialog
      title="Rename passkey"
      form={form}
      open={open}
      onClose={onClose}
      submitLabel="Rename passkey"
      onSubmit={async (values) => {
        await rename.run({ id, ...values })
        onClose()
      }}
    />
  )
}
