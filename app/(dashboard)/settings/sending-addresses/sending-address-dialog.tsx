import { zodResolver } from '@hookform/resolvers/zod'
import { FormDialog } from '@/components/form-dialog'
import { clearSent } from '@/components/sent-values'
import { useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { InputField } from '@/components/ui/form'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import { NewSendingAddress, type SendingAddressView } from '@/server/modules/accounts/settings-schema.ts'

interface SendingAddressDialogProps {
  /** Undefined: a new address. Only the name of an existing address can change. */
  address?: SendingAddressView
  open: boolean
  onClose: () => void
  onSaved: () => Promise<unknown>
}

export function SendingAddressDialog({ address, open, onClose, onSaved }: SendingAddressDialogProps) {
  const trpc = useTRPC()
  const add = useAction(trpc.sending_addresses.add)
  const rename = useAction(trpc.sending_addresses.rename)
  const form = useStoredForm({
    resolver: zodResolver(NewSendingAddress),
    values: { email_address: address?.email_address ?? '', from_name: address?.from_name ?? '' },
  })

  async function save({ email_address, from_name }: NewSendingAddress) {
    if (address) await rename.run({ id: address.id, from_name })
    else await add.run({ email_address, from_name })
    await onSaved()
    toast.success(address ? 'Saved' : `We emailed a link to ${email_address}. Follow it to confirm the address`)
    clearSent(form, { email_address: '', from_name: '' })
    onClose()
  }

  return (
    <FormDialog
      title={address ? 'Change name' : 'Add sending address'}
      description={address ? address.email_address : 'We email it a link to confirm that it is yours.'}
      form={form}
      onSubmit={save}
      submitLabel={address ? 'Save' : 'Send link'}
      open={open}
      onClose={onClose}
    >
      {address ? null : (
        <InputField
          control={form.control}
          name="email_address"
          label="Email address"
          type="email"
          autoFocus
          autoComplete="email"
          placeholder="nora@studio-north.example"
        />
      )}
      <InputField
        control={form.control}
        name="from_name"
        label="Sender name"
        autoComplete="off"
        placeholder="Nora from Studio North"
      />
    </FormDialog>
  )
}
