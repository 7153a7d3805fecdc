import { zodResolver } from '@hookform/resolvers/zod'
import { useRouter } from 'next/navigation'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form-dialog'
import { clearSent } from '@/components/sent-values'
import { useTRPC } from '@/components/trpc-provider'
import { InputField } from '@/components/ui/form'
import { useAction } from '@/components/use-action'
import { NewSendingDomain } from '@/server/modules/sending-domains/schema.ts'

export function AddDomainDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const trpc = useTRPC()
  const router = useRouter()
  const add = useAction(trpc.sending_domains.add, { invalidates: trpc.sending_domains.list })
  const form = useForm({ resolver: zodResolver(NewSendingDomain), defaultValues: { domain: '' } })

  async function save(input: NewSendingDomain) {
    const { id } = await add.run(input)
    clearSent(form)
    onClose()
    router.push(`/settings/sending-domains/${id}`)
  }

  return (
    <FormDialog
      title="Add sending domain"
      description="The part of your sending address after the @. Next, we show the DNS records to add."
      form={form}
      onSubmit={save}
      submitLabel="Add domain"
      open={open}
      onClose={onClose}
    >
      <InputField
        control={form.control}
        name="domain"
        label="Domain"
        autoFocus
        autoCapitalize="none"
        autoComplete="off"
        inputMode="url"
        spellCheck={false}
        placeholder="studio-north.com"
      />
    </FormDialog>
  )
}
