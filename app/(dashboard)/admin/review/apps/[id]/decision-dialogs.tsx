import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form-dialog'
import { bySchema } from '@/components/form-schema'
import { useTRPC } from '@/components/trpc-provider'
import { InputField } from '@/components/ui/form'
import { toast } from '@/components/ui/sonner'
import { Textarea } from '@/components/ui/textarea'
import { useAction } from '@/components/use-action'
import type { ReviewDetail } from '@/server/modules/apps/review-schema.ts'
import type { SubmittedTemplate } from '@/server/modules/automation-templates/review-schema.ts'

interface ApproveDialogProps {
  app: ReviewDetail
  templates: readonly SubmittedTemplate[]
  onClose: () => void
  onDone: () => Promise<unknown>
}

/** Approves the app with a note. */
export function ApproveDialog({ app, templates, onClose, onDone }: ApproveDialogProps) {
  const { id, name, version, revision } = app
  const trpc = useTRPC()
  const approve = useAction(trpc.app_reviews.approve)
  const is_revision = revision === 'in_review'
  const form = useForm({
    resolver: bySchema(async () => (await import('@/server/modules/apps/review-schema.ts')).Approval),
    defaultValues: { id, version, note: '' },
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      form={form}
      title={is_revision ? `Approve the changes to ${name}?` : `Approve ${name}?`}
      description={
        is_revision
          ? 'Creators see the changes in the store right away. The developers are notified by email.'
          : 'All accounts on this instance can install it right away. The developers are notified by email.'
      }
      submitLabel={is_revision ? 'Approve changes' : 'Approve and publish'}
      onSubmit={async (values) => {
        await approve.run({
          ...values,
          templates: templates.map(({ id, version }) => ({ id, version })),
        })
        await onDone()
        onClose()
        toast.success(`${name} approved`)
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

interface RejectDialogProps {
  app: ReviewDetail
  open: boolean
  onClose: () => void
  onDone: () => Promise<unknown>
}

/** Rejects the app with a note, or removes it from the store. */
export function RejectDialog({ app, open, onClose, onDone }: RejectDialogProps) {
  const trpc = useTRPC()
  const reject = useAction(trpc.app_reviews.reject)
  const { title, description, label } = rejectionText(app)
  const form = useForm({
    resolver: bySchema(async () => (await import('@/server/modules/apps/review-schema.ts')).Rejection),
    defaultValues: { id: app.id, version: app.version, note: '' },
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      form={form}
      title={title}
      description={description}
      submitLabel={label}
      tone="destructive"
      onSubmit={async (values) => {
        await reject.run(values)
        await onDone()
        onClose()
        toast.success('Developers notified')
      }}
    >
      <InputField as={Textarea} control={form.control} name="note" label="Required changes" autoFocus rows={5} />
    </FormDialog>
  )
}

function rejectionText({ name, status, revision }: ReviewDetail) {
  const description = 'The developers see your note in the app and by email. They can edit the app and submit it again.'
  if (revision === 'in_review')
    return {
      title: `Decline the changes to ${name}`,
      description: `${description} The approved version stays in the store.`,
      label: 'Decline changes',
    }
  if (status === 'in_review') return { title: `Reject ${name}`, description, label: 'Reject' }
  return { title: `Remove ${name} from the store`, description, label: 'Remove' }
}
