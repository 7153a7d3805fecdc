'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { formatPeople } from '@/components/format'
import { May } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'
import type { BroadcastReport } from '@/server/modules/broadcasts/composer-schema.ts'

/** Why a broadcast stopped while it was sending, and the way on. */
export function StoppedNotice({ report: { id, problem, ledger } }: { report: BroadcastReport }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const resume = useMutation(trpc.broadcasts.resume.mutationOptions())
  const people = formatPeople(ledger.queued + ledger.sending)
  return (
    <Alert
      tone="danger"
      title="This broadcast has stopped"
      actions={
        <May as="editor">
          <ConfirmDialog
            trigger={<Button size="sm">Resume sending</Button>}
            title="Resume sending?"
            description={`Sends to ${people} who have not received it. If the problem is still there, the broadcast stops again.`}
            confirmLabel="Resume sending"
            onConfirm={async () => {
              await resume.mutateAsync({ id })
              await client.invalidateQueries(trpc.broadcasts.pathFilter())
              toast.success('Sending resumed')
            }}
          />
        </May>
      }
    >
      <p className="[overflow-wrap:anywhere]">{problem}</p>
      <p>{people} stay queued.</p>
    </Alert>
  )
}
