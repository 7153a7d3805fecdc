import { useForm } from 'react-hook-form'
import type { ZodType } from 'zod'
import { FormDialog } from '@/components/form-dialog'
import { bySchema } from '@/components/form-schema'
import { InputField } from '@/components/ui/form'
import { Textarea } from '@/components/ui/textarea'

interface Note {
  note?: string | undefined
}

const rules = () => import('@/server/modules/apps/review-schema.ts')
const RULES: Record<'approve' | 'reject', () => Promise<ZodType<Note, Note>>> = {
  approve: async () => (await rules()).Approval.pick({ note: true }),
  reject: async () => (await rules()).Rejection.pick({ note: true }),
}

interface DecisionDialogProps {
  decision: keyof typeof RULES
  title: string
  description: string
  submitLabel: string
  tone?: 'destructive'
  open: boolean
  onClose: () => void
  onDecide: (note: string) => Promise<unknown>
}

/** Approves what developers submitted, or rejects it, with a note. */
export function DecisionDialog({ decision, onDecide, ...dialog }: DecisionDialogProps) {
  const form = useForm({ resolver: bySchema(RULES[decision]), defaultValues: { note: '' } })
  const is_approval = decision === 'approve'
  return (
    <FormDialog
      {...dialog}
      form={form}
      onSubmit={async ({ note = '' }) => {
        await onDecide(note)
        dialog.onClose()
      }}
    >
      <InputField
        as={Textarea}
        control={form.control}
        name="note"
        label={is_approval ? 'Note for the developers (optional)' : 'Required changes'}
        autoFocus
        rows={is_approval ? 3 : 5}
      />
    </FormDialog>
  )
}
