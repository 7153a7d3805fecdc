import { useState } from 'react'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import { useAction } from '@/components/use-action'
import type { ReviewDetail } from '@/server/modules/apps/review-schema.ts'
import type { SubmittedTemplate } from '@/server/modules/automation-templates/review-schema.ts'

const DecisionDialog = onDemand(async () => (await import('../../decision-dialog')).DecisionDialog)

/** Approves the app, or rejects it or removes it from the store with a note. */
export function ReviewDecision({ app, templates }: { app: ReviewDetail; templates: readonly SubmittedTemplate[] }) {
  const { id, version, name } = app
  const trpc = useTRPC()
  const [rejecting, setRejecting] = useState(false)
  const [approving, setApproving] = useState(false)
  const invalidates = [trpc.apps, trpc.automation_templates, trpc.admin.reviews]
  const approve = useAction(trpc.app_reviews.approve, { invalidates, done: `${name} approved` })
  const reject = useAction(trpc.app_reviews.reject, { invalidates, done: 'Developers notified' })
  if (app.status === 'unpublished') return null
  const is_revision = app.revision === 'in_review'
  const in_review = app.status === 'in_review' || is_revision
  return (
    <>
      <Button variant="outline" onClick={() => setRejecting(true)}>
        {is_revision ? 'Decline changes' : in_review ? 'Reject' : 'Remove from store'}
      </Button>
      {in_review ? <Button onClick={() => setApproving(true)}>Approve</Button> : null}
      <DecisionDialog
        decision="approve"
        title={is_revision ? `Approve the changes to ${name}?` : `Approve ${name}?`}
        description={
          is_revision
            ? 'Creators see the changes in the store right away. The developers are notified by email.'
            : 'All accounts on this instance can install it right away. The developers are notified by email.'
        }
        submitLabel={is_revision ? 'Approve changes' : 'Approve and publish'}
        open={approving}
        onClose={() => setApproving(false)}
        onDecide={(note) =>
          approve.run({ id, version, note, templates: templates.map(({ id, version }) => ({ id, version })) })
        }
      />
      <DecisionDialog
        decision="reject"
        tone="destructive"
        {...rejectionText(app)}
        open={rejecting}
        onClose={() => setRejecting(false)}
        onDecide={(note) => reject.run({ id, version, note })}
      />
    </>
  )
}

function rejectionText({ name, status, revision }: ReviewDetail) {
  const description = 'The developers see your note in the app and by email. They can edit the app and submit it again.'
  if (revision === 'in_review')
    return {
      title: `Decline the changes to ${name}`,
      description: `${description} The approved version stays in the store.`,
      submitLabel: 'Decline changes',
    }
  if (status === 'in_review') return { title: `Reject ${name}`, description, submitLabel: 'Reject' }
  return { title: `Remove ${name} from the store`, description, submitLabel: 'Remove' }
}
