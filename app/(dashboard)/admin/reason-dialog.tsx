import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form-dialog'
import { bySchema } from '@/components/form-schema'
import { InputField } from '@/components/ui/form'
import { Textarea } from '@/components/ui/textarea'
import type { REASON_FORMS } from './reason-form'

interface ReasonDialogProps {
  open: boolean
  onClose: () => void
  title: string
  description: string
  /** Says who can read the reason. */
  hint: string
  submitLabel: string
  label?: string
  rule?: keyof typeof REASON_FORMS
  onSubmit: (reason: string) => unknown
}

/** Asks for a reason before taking something away. */
export function ReasonDialog({ label = 'Reason', rule = 'reason', hint, onSubmit, ...dialog }: ReasonDialogProps) {
  const form = useForm({
    resolver: bySchema(async () => (await import('./reason-form')).REASON_FORMS[rule]),
    defaultValues: { reason: '' },
  })
  const close = () => {
    form.reset()
    dialog.onClose()
  }
  return (
    <FormDialog
      {...dialog}
      form={form}
      onClose={close}
      onSubmit={async ({ reason }) => {
        await onSubmit(reason)
        close()
      }}
    >
      <InputField
        as={Textarea}
        control={form.control}
        name="reason"
        label={label}
        description={hint}
        autoFocus
        rows={3}
      />
    </FormDialog>
  )
}
