import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import type { ReviewDetail } from '@/server/modules/apps/review-schema.ts'
import type { SubmittedTemplate } from '@/server/modules/automation-templates/review-schema.ts'

const ApproveDialog = onDemand(async () => (await import('./decision-dialogs')).ApproveDialog)

const RejectDialog = onDemand(async () => (await import('./decision-dialogs')).RejectDialog)

/** Approves the app, or rejects it with a note. */
export function ReviewDecision({ app, templates }: { app: ReviewDetail; templates: readonly SubmittedTemplate[] }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [rejecting, setRejecting] = useState(false)
  const [approving, setApproving] = useState(false)
  const refresh = async () => {
    await client.invalidateQueries(trpc.apps.pathFilter())
    await client.invalidateQueries(trpc.automation_templates.pathFilter())
    await client.invalidateQueries(trpc.admin.reviews.pathFilter())
  }
  if (app.status === 'unpublished') return null
  const is_revision = app.revision === 'in_review'
  const in_review = app.status === 'in_review' || is_revision
  return (
    <>
      <Button variant="outline" onClick={() => setRejecting(true)}>
        {is_revision ? 'Decline changes' : in_review ? 'Reject' : 'Remove from store'}
      </Button>
      {in_review ? <Button onClick={() => setApproving(true)}>Approve</Button> : null}
      {approving ? (
        <ApproveDialog app={app} templates={templates} onClose={() => setApproving(false)} onDone={refresh} />
      ) : null}
      <RejectDialog app={app} open={rejecting} onClose={() => setRejecting(false)} onDone={refresh} />
    </>
  )
}
