'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '@/components/form-dialog'
import { FormField } from '@/components/ui/form'
import { Textarea } from '@/components/ui/textarea'
import { Reason } from '@/server/modules/admin/accounts-schema.ts'

interface ReasonDialogProps {
  open: boolean
  onClose: () => void
  title: string
  description: string
  /** Who reads the reason. */
  hint: string
  submitLabel: string
  label?: string
  rule?: z.ZodType<string, string>
  onSubmit: (reason: string) => Promise<void>
}

/** Asks why before something is taken away. */
export function ReasonDialog({ label = 'Reason', rule = Reason, hint, onSubmit, ...dialog }: ReasonDialogProps) {
  const form = useForm({ resolver: zodResolver(z.object({ reason: rule })), defaultValues: { reason: '' } })
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
      <FormField control={form.control} name="reason" label={label} description={hint}>
        {(field) => <Textarea {...field} autoFocus rows={3} />}
      </FormField>
    </FormDialog>
  )
}
