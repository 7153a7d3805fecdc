import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form-dialog'
import { bySchema } from '@/components/form-schema'
import { clearSent } from '@/components/sent-values'
import { InputField } from '@/components/ui/form'

interface DomainDialogProps {
  title: string
  description: string
  submitLabel: string
  placeholder: string
  open: boolean
  onClose: () => void
  onSave: (input: { domain: string }) => Promise<unknown>
}

/** Asks for a domain, of which DNS records are shown next. */
export function DomainDialog({ placeholder, onSave, ...dialog }: DomainDialogProps) {
  const form = useForm({
    resolver: bySchema(async () => (await import('@/server/modules/sending-domains/schema.ts')).NewDomain),
    defaultValues: { domain: '' },
  })
  return (
    <FormDialog
      {...dialog}
      form={form}
      onSubmit={async (input) => {
        await onSave(input)
        clearSent(form)
        dialog.onClose()
      }}
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
        placeholder={placeholder}
      />
    </FormDialog>
  )
}
