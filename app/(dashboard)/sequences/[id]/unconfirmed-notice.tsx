'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { formatNumber } from '@/components/format'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'

/** Deliveries whose result is unknown. The creator decides between a missing and a duplicate email. */
export function UnconfirmedNotice({ id, count }: { id: number; count: number }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const resolve = useMutation(trpc.sequences.resolveUndecided.mutationOptions())
  const emails = `${formatNumber(count)} ${count === 1 ? 'email' : 'emails'}`
  async function choose(choice: 'resend' | 'leave') {
    await resolve.mutateAsync({ id, choice })
    await client.invalidateQueries(trpc.sequences.pathFilter())
    toast.success(choice === 'resend' ? `Sending ${emails} again` : 'Not sent again')
  }
  return (
    <Alert
      tone="warning"
      title={`We don’t know whether ${emails} of this sequence arrived`}
      actions={
        <IfRole atLeast="editor">
          <ConfirmDialog
            trigger={
              <Button variant="outline" size="sm">
                Leave
              </Button>
            }
            title="Don’t send again?"
            description="Their subscribers continue with the next email, and this notice disappears."
            confirmLabel="Don’t send"
            onConfirm={() => choose('leave')}
          />
          <ConfirmDialog
            trigger={<Button size="sm">Send again</Button>}
            title={`Send ${emails} again?`}
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
