import { useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { useTRPC } from '@/components/trpc-provider'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { BulkRequest } from '@/server/modules/bulk-requests/schema.ts'
import { operationLabel } from './bulk-status'

/** Confirms canceling the remaining items. Applied changes stay. */
export function CancelBulkDialog({ request, onClose }: { request: BulkRequest | undefined; onClose: () => void }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const cancel = useAction(trpc.bulk_requests.cancel)
  return (
    <ConfirmDialog
      open={Boolean(request)}
      onClose={onClose}
      title={request ? `Cancel “${operationLabel(request)}”?` : ''}
      description={`Changes that ${request?.app_name} already made are kept. The remaining items are not applied${request?.callback ? t`, and the app is told which ones` : ''}.`}
      confirmLabel="Cancel request"
      dismissLabel="Keep running"
      tone="destructive"
      onConfirm={async () => {
        if (request) await cancel.run({ id: request.id })
        await client.invalidateQueries(trpc.bulk_requests.pathFilter())
      }}
    />
  )
}
