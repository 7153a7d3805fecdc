'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { DateTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import { Dialog } from '@/components/ui/dialog'
import { toast } from '@/components/ui/sonner'
import type { WebhookEndpoint } from '@/server/modules/webhooks/schema.ts'
import { SecretContent } from '../secret-content'

/** A new secret, and the day on which the former one still signs. */
export function SecretCard({ endpoint: { id, previous_secret_expires_at } }: { endpoint: WebhookEndpoint }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [secret, setSecret] = useState<string>()
  const rotate = useMutation(trpc.webhooks.rotate.mutationOptions())
  const refresh = () => client.invalidateQueries(trpc.webhooks.pathFilter())
  const revoke = useMutation(
    trpc.webhooks.revoke_previous.mutationOptions({
      onSuccess: refresh,
      onError: ({ message }) => toast.error(message),
    }),
  )
  const open = previous_secret_expires_at !== null

  return (
    <Card>
      <CardHeader
        title="Signing secret"
        description="Replace it from time to time, and at once when somebody may have seen it."
        actions={
          <ConfirmDialog
            trigger={<Button variant="outline">Rotate</Button>}
            title="Make a new secret?"
            description={
              open
                ? 'The window of the last rotation is still open: the secret before it stops working at once.'
                : 'For 24 hours deliveries are signed with both secrets, so that you can change over without losing one.'
            }
            confirmLabel="Rotate secret"
            tone={open ? 'destructive' : 'primary'}
            onConfirm={async () => {
              const made = await rotate.mutateAsync({ id, force: open })
              await refresh()
              setSecret(made.secret)
            }}
          />
        }
      />
      <CardContent>
        {open ? (
          <Alert
            title="Two secrets sign"
            actions={
              <Button size="sm" variant="outline" pending={revoke.isPending} onClick={() => revoke.mutate({ id })}>
                End it now
              </Button>
            }
          >
            The former one signs until <DateTime at={previous_secret_expires_at} className="font-medium" />.
          </Alert>
        ) : (
          <p className="text-muted-foreground text-sm">
            One secret signs. It is encrypted here and cannot be shown again.
          </p>
        )}
      </CardContent>
      <Dialog open={secret !== undefined} onOpenChange={(next) => (next ? undefined : setSecret(undefined))}>
        {secret ? <SecretContent secret={secret} onDone={() => setSecret(undefined)} /> : null}
      </Dialog>
    </Card>
  )
}
