'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { formatNumber } from '@/components/format'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'

/** Messages that were being handed over when something broke: only the creator can weigh a gap against a double. */
export function UnconfirmedNotice({ id, count }: { id: number; count: number }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const resolve = useMutation(trpc.sequences.resolveUndecided.mutationOptions())
  const emails = `${formatNumber(count)} ${count === 1 ? 'email' : 'emails'}`
  async function choose(choice: 'resend' | 'leave') {
    await resolve.mutateAsync({ id, choice })
    await client.invalidateQueries(trpc.sequences.pathFilter())
    toast.success(choice === 'resend' ? `Sending ${emails} again` : 'Left as they are')
  }
  return (
    <Alert
      tone="warning"
      title={`Nobody knows whether ${emails} of this sequence arrived`}
      actions={
        <IfRole atLeast="editor">
          <ConfirmDialog
            trigger={
              <Button variant="outline" size="sm">
                Leave
              </Button>
            }
            title="Leave them as they are?"
            description="Their readers go on with the next email, and you are not asked again."
            confirmLabel="Leave"
            onConfirm={() => choose('leave')}
          />
          <ConfirmDialog
            trigger={<Button size="sm">Send again</Button>}
            title={`Send ${emails} again?`}
            description="Some readers may get the same email twice."
            confirmLabel="Send again"
            onConfirm={() => choose('resend')}
          />
        </IfRole>
      }
    >
      The connection to the mail server broke while they were being handed over. We never send twice by ourselves.
    </Alert>
  )
}
