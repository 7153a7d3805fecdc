'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { NameDialog } from '@/components/name-dialog'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { toast } from '@/components/ui/sonner'
import { type CustomField, CustomFieldInput } from '@/server/modules/custom-fields/schema.ts'

interface FieldDialogProps {
  /** Absent for a new field. */
  field?: CustomField
  open: boolean
  onClose: () => void
  onSaved: () => Promise<unknown>
}

export function FieldDialog({ field: edited, open, onClose, onSaved }: FieldDialogProps) {
  const trpc = useTRPC()
  const create = useMutation(trpc.custom_fields.create.mutationOptions())
  const rename = useMutation(trpc.custom_fields.rename.mutationOptions())
  const form = useForm({ resolver: zodResolver(CustomFieldInput), values: { label: edited?.label ?? '' } })

  async function save({ label }: CustomFieldInput) {
    if (edited) await rename.mutateAsync({ id: edited.id, label })
    else await create.mutateAsync({ label })
    await onSaved()
    toast.success(edited ? `Renamed to “${label}”` : `Created “${label}”`)
    form.reset({ label: '' })
    onClose()
  }

  return (
    <NameDialog
      title={edited ? 'Rename field' : 'New field'}
      form={form}
      onSubmit={save}
      submitLabel={edited ? 'Rename field' : 'Create field'}
      open={open}
      onClose={onClose}
      field="label"
      label="Label"
      placeholder="City"
      above={
        edited ? (
          <Alert
            tone="warning"
            title={`Renaming changes the key. Update emails that use {{ subscriber.${edited.key} }}.`}
          />
        ) : null
      }
    />
  )
}
