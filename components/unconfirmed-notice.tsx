import { ConfirmDialog } from '@/components/confirm-dialog'
import { IfRole } from '@/components/role'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'

interface UnconfirmedNoticeProps {
  title: string
  /** Explains the choice not to send the emails again. */
  leaveDescription: string
  resendTitle: string
  /** The toast after the emails are queued again. */
  resent: string
  /** Explains the choice to count the emails as sent. Without this text, that choice is not offered. */
  sentDescription?: string
  onChoose: (choice: UnconfirmedDecision) => Promise<unknown>
}

export type UnconfirmedDecision = 'resend' | 'sent' | 'leave'

/** Lists deliveries with an unknown result. The creator decides between possible duplicates and possible gaps. */
export function UnconfirmedNotice({
  title,
  leaveDescription,
  sentDescription,
  resendTitle,
  resent,
  onChoose,
}: UnconfirmedNoticeProps) {
  async function choose(choice: UnconfirmedDecision) {
    await onChoose(choice)
    toast.success({ resend: resent, sent: 'Counted as sent', leave: 'Not sent again' }[choice])
  }
  return (
    <Alert
      tone="warning"
      title={title}
      actions={
        <IfRole atLeast="editor">
          <ConfirmDialog
            trigger="Leave"
            title="Don’t send again?"
            description={leaveDescription}
            confirmLabel="Don’t send"
            onConfirm={() => choose('leave')}
          />
          {sentDescription ? (
            <ConfirmDialog
              trigger="Count as sent"
              title="Count as sent?"
              description={sentDescription}
              confirmLabel="Count as sent"
              onConfirm={() => choose('sent')}
            />
          ) : null}
          <ConfirmDialog
            trigger={<Button size="sm">Send again</Button>}
            title={resendTitle}
            description="The mail server may have accepted the first message before the connection was lost. Those subscribers get the same email twice."
            confirmLabel="Send again"
            onConfirm={() => choose('resend')}
          />
        </IfRole>
      }
    >
      The connection to the mail server was lost during delivery. We never send an email twice without asking.
    </Alert>
  )
}
