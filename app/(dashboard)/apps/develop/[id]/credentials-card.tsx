import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { Dialog, DialogFooter } from '@/components/ui/dialog'
import { useAction } from '@/components/use-action'
import type { AppDetail } from '@/server/modules/apps/develop-schema.ts'
import { ClientSecret, CopyableValue } from '../client-secret'

/** Copies the client ID and replaces the secret. Secrets are shown only once. */
export function CredentialsCard({ app }: { app: AppDetail }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [secret, setSecret] = useState<string | null>(null)
  const rotate = useAction(trpc.apps.develop.rotateSecret)
  const turn = useAction(trpc.apps.develop.setConfidential)

  async function change(work: Promise<{ client_secret: string | null }>) {
    setSecret((await work).client_secret)
    await client.invalidateQueries(trpc.apps.develop.pathFilter())
  }

  return (
    <SectionCard title="Credentials" description="Your app uses these to request tokens." className="grid gap-5">
      <CopyableValue label="Client ID" value={app.client_id} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-0.5">
          <p className="font-medium text-sm">{app.confidential ? 'Client secret' : 'Public client'}</p>
          <p className="text-muted-foreground text-sm">
            {app.confidential
              ? `${app.client_secret_hint ? `Ends in ${app.client_secret_hint}. ` : ''}If it was lost or exposed, create a new one.`
              : 'Runs on users’ devices without a secret. PKCE is required.'}
          </p>
        </div>
        {app.confidential ? (
          <ConfirmDialog
            trigger={<Button variant="outline">New secret</Button>}
            title="Replace the client secret?"
            description="The current secret stops working immediately. Update your server to get new tokens. Existing tokens stay valid."
            confirmLabel="Replace secret"
            onConfirm={() => change(rotate.run({ id: app.id }))}
          />
        ) : null}
      </div>
      <ConfirmDialog
        trigger={
          <Button variant="link" className="justify-self-start">
            {app.confidential ? 'Change to public client' : 'Change to confidential client'}
          </Button>
        }
        title={app.confidential ? 'Change to a public client?' : 'Change to a confidential client?'}
        description={
          app.confidential
            ? 'For apps in browsers and on phones. The secret is deleted, and PKCE is required.'
            : 'For apps on your server. It gets a secret, which is required for all token requests.'
        }
        confirmLabel={app.confidential ? 'Change to public' : 'Change to confidential'}
        onConfirm={() => change(turn.run({ id: app.id, confidential: !app.confidential }))}
      />

      <Dialog open={secret !== null} onClose={() => setSecret(null)} title="Your new client secret">
        {secret ? <ClientSecret secret={secret} /> : null}
        <DialogFooter>
          <Button onClick={() => setSecret(null)}>Done</Button>
        </DialogFooter>
      </Dialog>
    </SectionCard>
  )
}
