import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { DateTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { DialogRoot } from '@/components/ui/dialog'
import { useAction } from '@/components/use-action'
import type { WebhookEndpoint } from '@/server/modules/webhooks/schema.ts'
import { SecretContent } from '../secret-content'

/** Rotates the signing secret. The previous secret keeps signing for 24 hours. */
export function SecretCard({ endpoint: { id, previous_secret_expires_at } }: { endpoint: WebhookEndpoint }) {
  const trpc = useTRPC()
  const [secret, setSecret] = useState<string>()
  const rotate = useAction(trpc.webhooks.rotate, { invalidates: trpc.webhooks })
  const revoke = useAction(trpc.webhooks.revoke_previous, { invalidates: trpc.webhooks })
  const open = previous_secret_expires_at !== null

  return (
    <SectionCard
      title="Signing secret"
      description="Rotate it regularly, and immediately if it may be exposed."
      actions={
        <ConfirmDialog
          trigger={<Button variant="outline">Rotate</Button>}
          title="Rotate signing secret?"
          description={
            open
              ? 'The last rotation is still in progress. The secret before it stops working immediately.'
              : 'Deliveries are signed with both secrets for 24 hours, so you can update your server.'
          }
          confirmLabel="Rotate secret"
          tone={open ? 'destructive' : 'primary'}
          onConfirm={async () => {
            const made = await rotate.run({ id, force: open })
            setSecret(made.secret)
          }}
        />
      }
    >
      {open ? (
        <Alert
          title="Two secrets are active"
          action={{ label: 'End now', pending: revoke.isPending, onClick: () => revoke.start({ id }) }}
        >
          The previous secret is active until <DateTime at={previous_secret_expires_at} className="font-medium" />.
        </Alert>
      ) : (
        <p className="text-muted-foreground text-sm">
          One secret is active. It is stored encrypted and not shown again.
        </p>
      )}

      <DialogRoot open={secret !== undefined} onClose={() => setSecret(undefined)}>
        {secret ? <SecretContent secret={secret} onDone={() => setSecret(undefined)} /> : null}
      </DialogRoot>
    </SectionCard>
  )
}
