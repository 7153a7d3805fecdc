'use client'

import { ConfirmDialog } from '@/components/confirm-dialog'
import { IfRole } from '@/components/role'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'

interface UnconfirmedNoticeProps {
  title: string
  /** What happens when the emails are not sent again. */
  leaveDescription: string
  resendTitle: string
  /** The toast after the emails are queued again. */
  resent: string
  onChoose: (choice: 'resend' | 'leave') => Promise<unknown>
}

/** Deliveries whose result is unknown. The creator decides between a missing and a duplicate email. */
export function UnconfirmedNotice({ title, leaveDescription, resendTitle, resent, onChoose }: UnconfirmedNoticeProps) {
  async function choose(choice: 'resend' | 'leave') {
    await onChoose(choice)
    toast.success(choice === 'resend' ? resent : 'Not sent again')
  }
  return (
    <Alert
      tone="warning"
      title={title}
      actions={
        <IfRole atLeast="editor">
          <ConfirmDialog
            trigger={
              <Button variant="outline" size="sm">
                Leave
              </Button>
            }
            title="Don’t send again?"
            description={leaveDescription}
            confirmLabel="Don’t send"
            onConfirm={() => choose('leave')}
          />
          <ConfirmDialog
            trigger={<Button size="sm">Send again</Button>}
            title={resendTitle}
            description="Some subscribers may receive the same email twice."
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
