import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form-dialog'
import { clearSent } from '@/components/sent-values'
import { useTRPC } from '@/components/trpc-provider'
import { InputField } from '@/components/ui/form'
import { useAction } from '@/components/use-action'
import { NewSiteDomain } from '@/server/modules/sites/schema.ts'

export function ConnectDomainDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const trpc = useTRPC()
  const set = useAction(trpc.sites.setDomain, { invalidates: trpc.sites })
  const form = useForm({ resolver: zodResolver(NewSiteDomain), defaultValues: { domain: '' } })

  async function save(input: NewSiteDomain) {
    await set.run(input)
    clearSent(form)
    onClose()
  }

  return (
    <FormDialog
      title="Connect domain"
      description="The address that visitors will see. Next, we show the two DNS records to add."
      form={form}
      onSubmit={save}
      submitLabel="Connect domain"
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
        placeholder="notes.studio-north.com"
      />
    </FormDialog>
  )
}
