'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { ErrorState } from '@/components/error-state'
import { KeyRound } from '@/components/generated/icons'
import { RelativeTime } from '@/components/relative-time'
import { useHasPasskeys } from '@/components/security/has-passkeys'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { onDemand } from '@/components/ui/on-demand'
import { Skeleton } from '@/components/ui/skeleton'
import { useAction } from '@/components/use-action'
import type { PasskeyView } from '@/server/modules/second-factors/schema.ts'

const PasskeyDialog = onDemand(async () => (await import('@/components/security/passkey-dialog')).PasskeyDialog)
const RenamePasskeyDialog = onDemand(async () => (await import('./rename-passkey-dialog')).RenamePasskeyDialog)

/** The user’s passkeys. */
export function PasskeysCard() {
  const trpc = useTRPC()
  const overview = useQuery(trpc.second_factors.overview.queryOptions())
  const me = useQuery(trpc.users.me.queryOptions())
  const has_passkeys = useHasPasskeys()
  const [is_adding, setAdding] = useState(false)
  const passkeys = overview.data?.passkeys
  return (
    <SectionCard
      title="Passkeys"
      description="Sign in with your fingerprint, face, screen lock or security key instead of your password."
      actions={
        has_passkeys ? (
          <Button variant="outline" size="sm" onClick={() => setAdding(true)}>
            Add passkey
          </Button>
        ) : null
      }
    >
      {overview.error ? (
        <ErrorState as="h3" query={overview} />
      ) : !passkeys ? (
        <Skeleton className="h-10 w-full" />
      ) : passkeys.length === 0 ? (
        <p className="text-muted-foreground text-sm">
          {has_passkeys === false
            ? 'This browser has no passkeys at this address. They need HTTPS.'
            : 'You have no passkeys yet.'}
        </p>
      ) : (
        <ul className="grid divide-y divide-border">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}

      <PasskeyDialog open={is_adding} email_address={me.data?.email_address ?? ''} onClose={() => setAdding(false)} />
    </SectionCard>
  )
}

function PasskeyRow({ passkey: { id, name, created_at, last_used_at } }: { passkey: PasskeyView }) {
  const trpc = useTRPC()
  const remove = useAction(trpc.second_factors.removePasskey, { invalidates: trpc.second_factors })
  const [is_renaming, setRenaming] = useState(false)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-sm first:pt-0 last:pb-0">
      <KeyRound aria-hidden className="size-5 shrink-0 text-muted-foreground" />
      <div className="grid min-w-0 flex-1 basis-40 gap-0.5">
        <span className="wrap-anywhere font-medium">{name}</span>
        <span className="text-muted-foreground">
          Added <RelativeTime at={created_at} />
          {' · '}
          {last_used_at ? (
            <>
              used <RelativeTime at={last_used_at} />
            </>
          ) : (
            'not used yet'
          )}
        </span>
      </div>
      <div className="flex gap-1 max-sm:ps-9">
        <Button variant="ghost" size="sm" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
          Rename
        </Button>
        <ConfirmDialog
          trigger={
            <Button variant="ghost" size="sm" aria-label={`Remove ${name}`}>
              Remove
            </Button>
          }
          title={`Remove passkey “${name}”?`}
          description="You can no longer sign in with it. Delete it on your device too."
          confirmLabel="Remove passkey"
          tone="destructive"
          onConfirm={() => remove.run({ id }, 'Passkey removed')}
        />
      </div>
      <RenamePasskeyDialog id={id} name={name} open={is_renaming} onClose={() => setRenaming(false)} />
    </li>
  )
}
