import { formatCrowd } from '@/components/format'
import { PencilLine } from '@/components/generated/icons'
import { IfRole } from '@/components/role'
import { Alert } from '@/components/ui/alert'
import { LinkButton } from '@/components/ui/link-button'
import { t } from '@/server/lib/locale/texts.ts'
import type { BroadcastProgress, BroadcastReport } from '@/server/modules/broadcasts/composer-schema.ts'
import { ResumeButton } from './resume-button'

interface StoppedNoticeProps {
  report: Pick<BroadcastReport | BroadcastProgress, 'id' | 'problem' | 'paused_by' | 'ledger'>
  /** True on the page for editing the email, which has its own buttons. */
  editing?: boolean
  /** True for an A/B test, whose versions cannot be changed. */
  isTest?: boolean
}

/** Shows who paused a broadcast or why it stopped, with actions to edit and resume it. */
export function StoppedNotice({
  report: { id, problem, paused_by, ledger },
  editing = false,
  isTest = false,
}: StoppedNoticeProps) {
  const remainingCount = ledger.queued + ledger.sending
  return (
    <Alert
      tone={paused_by === null ? 'danger' : 'warning'}
      title={paused_by === null ? 'This broadcast stopped' : `Paused by ${paused_by}`}
      actions={
        editing ? undefined : (
          <IfRole atLeast="editor">
            {isTest ? null : (
              <LinkButton variant="outline" size="sm" href={`/broadcasts/${id}?edit=true`}>
                <PencilLine aria-hidden /> Edit email
              </LinkButton>
            )}
            <ResumeButton id={id} size="sm" />
          </IfRole>
        )
      }
    >
      {problem ? <p className="[overflow-wrap:anywhere]">{problem}</p> : null}
      <p>
        {editing
          ? remainingCount === 1
            ? t`1 person receives the edited email. Subscribers who already received it keep the original.`
            : t`${formatCrowd(remainingCount)} receive the edited email. Subscribers who already received it keep the original.`
          : remainingCount === 1
            ? t`1 person stays queued.`
            : t`${formatCrowd(remainingCount)} stay queued.`}
        {isTest
          ? ' The versions of an A/B test cannot be edited anymore. Resume it, or cancel it and send a duplicate.'
          : null}
      </p>
    </Alert>
  )
}
