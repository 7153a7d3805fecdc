import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form-dialog'
import { bySchema } from '@/components/form-schema'
import { useTRPC } from '@/components/trpc-provider'
import { InputField } from '@/components/ui/form'
import { Textarea } from '@/components/ui/textarea'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { TemplateReview } from '@/server/modules/automation-templates/overview.ts'

interface DecisionDialogProps {
  template: TemplateReview
  onClose: () => void
  onDone: (message: string) => Promise<void>
}

/** Approves the template with a note. */
export function ApproveDialog({ template, onClose, onDone }: DecisionDialogProps) {
  const { id, version, name } = template
  const trpc = useTRPC()
  const approve = useAction(trpc.automation_templates.review.approve)
  const form = useForm({
    resolver: bySchema(
      async () => (await import('@/server/modules/automation-templates/review-schema.ts')).TemplateApproval,
    ),
    defaultValues: { id, version, note: '' },
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      form={form}
      title={`Approve ${name}?`}
      description="The developers are notified by email and can publish it."
      submitLabel="Approve template"
      onSubmit={async (values) => {
        await approve.run(values)
        await onDone(t`${name} approved`)
      }}
    >
      <InputField
        as={Textarea}
        control={form.control}
        name="note"
        label="Note for the developers (optional)"
        autoFocus
        rows={3}
      />
    </FormDialog>
  )
}

/** Rejects the template with a note. */
export function RejectDialog({ template, onClose, onDone }: DecisionDialogProps) {
  const { id, version, name } = template
  const trpc = useTRPC()
  const reject = useAction(trpc.automation_templates.review.reject)
  const form = useForm({
    resolver: bySchema(
      async () => (await import('@/server/modules/automation-templates/review-schema.ts')).TemplateRejection,
    ),
    defaultValues: { id, version, note: '' },
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      form={form}
      title={`Reject ${name}?`}
      description="The developers see your note. They can edit the template and submit it again."
      submitLabel="Reject template"
      onSubmit={async (values) => {
        await reject.run(values)
        await onDone('Developers notified')
      }}
    >
      <InputField as={Textarea} control={form.control} name="note" label="Required changes" autoFocus rows={5} />
    </FormDialog>
  )
}
