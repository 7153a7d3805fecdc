'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { formatPeople } from '@/components/format'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'

/** Messages that were being handed over when something broke: only the creator can weigh a gap against a double. */
export function UnconfirmedNotice({ id, count }: { id: number; count: number }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const resolve = useMutation(trpc.broadcasts.resolveUnconfirmed.mutationOptions())
  const people = formatPeople(count)
  async function choose(choice: 'resend' | 'leave') {
    await resolve.mutateAsync({ id, choice })
    await client.invalidateQueries(trpc.broadcasts.pathFilter())
    toast.success(choice === 'resend' ? `Sending again to ${people}` : 'Left as they are')
  }
  return (
    <Alert
      tone="warning"
      title={`Nobody knows whether ${people} got this letter`}
      actions={
        <IfRole atLeast="editor">
          <ConfirmDialog
            trigger={
              <Button variant="outline" size="sm">
                Leave
              </Button>
            }
            title="Leave them as they are?"
            description={`${people} may not have received the letter. They stay unconfirmed in the ledger, and you are not asked again.`}
            confirmLabel="Leave"
            onConfirm={() => choose('leave')}
          />
          <ConfirmDialog
            trigger={<Button size="sm">Send again</Button>}
            title={`Send again to ${people}?`}
            description="Some of them may get the letter twice."
            confirmLabel="Send again"
            onConfirm={() => choose('resend')}
          />
        </IfRole>
      }
    >
      The connection to the mail server broke while their copies were being handed over. We never send twice by
      ourselves.
    </Alert>
  )
}
