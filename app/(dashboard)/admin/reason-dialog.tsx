'use client'

import { useForm } from 'react-hook-form'
import type { ZodType } from 'zod'
import { FormDialog } from '@/components/form-dialog'
import { bySchema } from '@/components/form-schema'
import { FormField } from '@/components/ui/form'
import { Textarea } from '@/components/ui/textarea'

interface ReasonDialogProps {
  open: boolean
  onClose: () => void
  title: string
  description: string
  /** Who reads the reason. */
  hint: string
  submitLabel: string
  label?: string
  /** Loaded when the form is first submitted. */
  rule?: () => Promise<ZodType<string, string>>
  onSubmit: (reason: string) => Promise<void>
}

const reasonRule = async () => (await import('@/server/modules/admin/accounts-schema.ts')).Reason

/** Asks why before something is taken away. */
export function ReasonDialog({ label = 'Reason', rule = reasonRule, hint, onSubmit, ...dialog }: ReasonDialogProps) {
  const form = useForm({
    resolver: bySchema(async () => {
      const [{ z }, reason] = await Promise.all([import('zod'), rule()])
      return z.object({ reason })
    }),
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
      <FormField control={form.control} name="reason" label={label} description={hint}>
        {(field) => <Textarea {...field} autoFocus rows={3} />}
      </FormField>
    </FormDialog>
  )
}
