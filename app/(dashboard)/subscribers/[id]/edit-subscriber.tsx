import { useQueryClient } from '@tanstack/react-query'
import { FormDialog } from '@/components/form-dialog'
import { bySchema } from '@/components/form-schema'
import { markSaved, useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { InputField } from '@/components/ui/form'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { SubscriberProfile } from '@/server/modules/subscribers/schema.ts'

interface EditSubscriberProps {
  subscriber: SubscriberProfile
  open: boolean
  onClose: () => void
}

export function EditSubscriberDialog({ subscriber, open, onClose }: EditSubscriberProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const update = useAction(trpc.subscribers.update)
  const form = useStoredForm({
    resolver: bySchema(async () => (await import('../subscriber-form')).SubscriberForm),
    values: { email_address: subscriber.email_address, first_name: subscriber.first_name ?? '' },
  })
  return (
    <FormDialog
      title="Edit subscriber"
      description="Changing the address keeps tags and history."
      form={form}
      open={open}
      onClose={onClose}
      submitLabel="Save"
      onSubmit={async ({ email_address, first_name }) => {
        await update.run({ id: subscriber.id, email_address, first_name: first_name || null })
        markSaved(form)
        await client.invalidateQueries(trpc.subscribers.pathFilter())
        toast.success('Subscriber saved')
        onClose()
      }}
    >
      <InputField control={form.control} name="email_address" label="Email address" type="email" autoComplete="off" />
      <InputField control={form.control} name="first_name" label="First name" optional autoComplete="off" />
    </FormDialog>
  )
}
