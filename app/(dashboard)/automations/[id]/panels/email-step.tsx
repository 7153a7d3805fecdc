import { useQuery } from '@tanstack/react-query'
import { parseAsInteger, useQueryState } from 'nuqs'
import { ErrorState } from '@/components/error-state'
import { ChartColumn, Mail, PenLine } from '@/components/generated/icons'
import { LiquidText } from '@/components/liquid-text'
import { useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { onDemand } from '@/components/ui/on-demand'
import { Skeleton } from '@/components/ui/skeleton'
import { usePanel } from './panel-context'

const EmailSheet = onDemand(async () => (await import('./email-sheet')).EmailSheet)

/** The start of a step's email, with a button that opens its editor. */
export function EmailStepFields({ email_id }: { email_id: number }) {
  const trpc = useTRPC()
  const { automation_id, is_published } = usePanel()
  // Links in comments open the email.
  const [openId, setOpenId] = useQueryState('email', parseAsInteger)
  const may_edit = useHasRole('editor')
  const email = useQuery(trpc.automations.emails.get.queryOptions({ id: email_id }))
  if (email.error) return <ErrorState as="h3" query={email} />
  if (!email.data) return <Skeleton className="h-24 w-full rounded-xl" />
  const { subject, preview_text, problem, is_locked } = email.data
  // Users who cannot edit the email read it with the panel's own button.
  const editable = may_edit && !is_locked
  return (
    <>
      {problem ? (
        <Alert tone="warning" title="Subscribers are stuck at this step">
          {problem}
        </Alert>
      ) : null}
      <button
        type="button"
        disabled={!editable}
        className="flex min-w-0 items-start gap-3 rounded-xl border border-border p-4 text-start transition-colors enabled:hover:border-border-strong"
        onClick={() => void setOpenId(email_id)}
      >
        <Mail aria-hidden className="mt-0.5 size-4.5 shrink-0 text-muted-foreground" />
        <span className="grid min-w-0 gap-0.5">
          <span className="line-clamp-2 font-medium text-sm [overflow-wrap:anywhere]">
            <LiquidText text={subject || 'No subject yet'} />
          </span>
          {preview_text ? (
            <span className="line-clamp-2 text-muted-foreground text-sm">
              <LiquidText text={preview_text} />
            </span>
          ) : null}
        </span>
      </button>
      <div className="flex flex-wrap gap-2">
        {editable ? (
          <Button variant={subject ? 'outline' : 'primary'} onClick={() => void setOpenId(email_id)}>
            <PenLine aria-hidden /> {subject ? 'Edit email' : 'Write email'}
          </Button>
        ) : null}
        {is_published ? (
          <LinkButton variant="outline" href={`/automations/${automation_id}/emails/${email_id}`}>
            <ChartColumn aria-hidden /> Report
          </LinkButton>
        ) : null}
      </div>
      <EmailSheet email={email.data} open={editable && openId === email_id} onClose={() => void setOpenId(null)} />
    </>
  )
}

/** Opens a step's email for a user who cannot edit it. */
export function ViewEmail({ email_id }: { email_id: number }) {
  const trpc = useTRPC()
  const [openId, setOpenId] = useQueryState('email', parseAsInteger)
  const email = useQuery(trpc.automations.emails.get.queryOptions({ id: email_id }))
  if (!email.data) return null
  return (
    <>
      <Button variant="outline" className="mt-5" onClick={() => void setOpenId(email_id)}>
        <Mail aria-hidden /> View email
      </Button>
      <EmailSheet email={email.data} open={openId === email_id} onClose={() => void setOpenId(null)} />
    </>
  )
}
