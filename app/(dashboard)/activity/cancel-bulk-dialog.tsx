'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { useTRPC } from '@/components/trpc-provider'
import type { BulkRequest } from '@/server/modules/bulk-requests/schema.ts'
import { operationLabel } from './bulk-status'

/** What is done stays done: it is asked before the rest is given up. */
export function CancelBulkDialog({ request, onClose }: { request: BulkRequest | undefined; onClose: () => void }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const cancel = useMutation(trpc.bulk_requests.cancel.mutationOptions())
  return (
    <ConfirmDialog
      open={Boolean(request)}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={request ? `Cancel “${operationLabel(request)}”?` : ''}
      description={`What ${request?.app_name} has changed so far stays. The items that are left are not applied${request?.callback ? ', and the app hears which ones' : ''}.`}
      confirmLabel="Cancel request"
      dismissLabel="Let it go on"
      tone="destructive"
      onConfirm={async () => {
        if (request) await cancel.mutateAsync({ id: request.id })
        await client.invalidateQueries(trpc.bulk_requests.pathFilter())
      }}
    />
  )
}
