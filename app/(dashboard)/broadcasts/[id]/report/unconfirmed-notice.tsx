'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { formatCrowd } from '@/components/format'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'

/** Deliveries whose result is unknown. The creator decides between a missing and a duplicate email. */
export function UnconfirmedNotice({ id, count }: { id: number; count: number }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const resolve = useMutation(trpc.broadcasts.resolveUnconfirmed.mutationOptions())
  const people = formatCrowd(count)
  async function choose(choice: 'resend' | 'leave') {
    await resolve.mutateAsync({ id, choice })
    await client.invalidateQueries(trpc.broadcasts.pathFilter())
    toast.success(choice === 'resend' ? `Sending again to ${people}` : 'Not sent again')
  }
  return (
    <Alert
      tone="warning"
      title={`We don’t know whether ${people} received this email`}
      actions={
        <IfRole atLeast="editor">
          <ConfirmDialog
            trigger={
              <Button variant="outline" size="sm">
                Leave
              </Button>
            }
            title="Don’t send again?"
            description={`${people} may not have received the email. Their delivery stays unconfirmed, and this notice disappears.`}
            confirmLabel="Don’t send"
            onConfirm={() => choose('leave')}
          />
          <ConfirmDialog
            trigger={<Button size="sm">Send again</Button>}
            title={`Send again to ${people}?`}
            description="Some subscribers may receive the email twice."
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
