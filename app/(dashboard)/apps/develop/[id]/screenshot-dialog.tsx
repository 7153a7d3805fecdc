import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '@/components/form-dialog'
import { InputField } from '@/components/ui/form'
import { AltText } from '@/server/modules/apps/develop-schema.ts'

const Values = z.object({ alt: AltText })

interface ScreenshotDialogProps {
  title: string
  submitLabel: string
  alt: string
  onSave: (alt: string) => Promise<void>
  onClose: () => void
}

/** Asks for a screenshot's alternative text. */
export function ScreenshotDialog({ title, submitLabel, alt, onSave, onClose }: ScreenshotDialogProps) {
  const form = useForm({ resolver: zodResolver(Values), defaultValues: { alt } })
  return (
    <FormDialog
      open
      onClose={onClose}
      form={form}
      title={title}
      submitLabel={submitLabel}
      onSubmit={async (values) => {
        await onSave(values.alt)
        onClose()
      }}
    >
      <InputField
        control={form.control}
        name="alt"
        label="Alternative text"
        description="Describes the screenshot for those who can’t see it."
        autoFocus
        autoComplete="off"
      />
    </FormDialog>
  )
}
