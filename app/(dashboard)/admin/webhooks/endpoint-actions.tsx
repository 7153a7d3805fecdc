import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { RowMenu } from '@/components/list/row-menu'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { useAction } from '@/components/use-action'
import type { EndpointRow } from '@/server/modules/admin/webhooks-schema.ts'
import { ReasonDialog } from '../ask-reason'

/** Disables an endpoint with a reason, or enables it. */
export function EndpointActions({ endpoint, as }: { endpoint: EndpointRow; as: 'menu' | 'button' }) {
  const trpc = useTRPC()
  const [open, setOpen] = useState<'disable' | 'enable'>()
  const disable = useAction(trpc.admin.webhooks.disable, { invalidates: trpc.admin.webhooks })
  const enable = useAction(trpc.admin.webhooks.enable, { invalidates: trpc.admin.webhooks })
  const { account_id, id, host, status, disabled_by } = endpoint
  const actions = [
    ...(disabled_by === 'instance' ? [] : [{ kind: 'disable' as const, label: 'Disable webhook' }]),
    ...(status === 'disabled' ? [{ kind: 'enable' as const, label: 'Enable webhook' }] : []),
  ]
  return (
    <>
      {as === 'menu' ? (
        <RowMenu name={host}>
          {actions.map(({ kind, label }) => (
            <DropdownMenuItem label={label} key={kind} onSelect={() => setOpen(kind)} />
          ))}
        </RowMenu>
      ) : (
        actions.map(({ kind, label }) => (
          <Button key={kind} variant="outline" onClick={() => setOpen(kind)}>
            {label}
          </Button>
        ))
      )}
      <ReasonDialog
        open={open === 'disable'}
        onClose={() => setOpen(undefined)}
        title={`Disable the webhook at ${host}?`}
        description="Waiting deliveries fail and nothing more is sent there. The account can neither enable nor delete it, nor add another webhook at this host, until you enable it."
        hint="The owners of the account get an email with it, and see it in their settings."
        submitLabel="Disable webhook"
        onSubmit={(reason) => disable.run({ account_id, id, reason }, `Disabled the webhook at ${host}`)}
      />
      <ConfirmDialog
        open={open === 'enable'}
        onClose={() => setOpen(undefined)}
        title={`Enable the webhook at ${host}?`}
        description="New events are sent there again, and the owners of the account get an email. Failed deliveries stay failed until someone resends them."
        confirmLabel="Enable webhook"
        onConfirm={() => enable.run({ account_id, id }, `Enabled the webhook at ${host}`)}
      />
    </>
  )
}
