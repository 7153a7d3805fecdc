'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { LifeBuoy, Smartphone } from '@/components/generated/icons'
import { Loaded } from '@/components/loaded'
import { RelativeTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { DialogRoot } from '@/components/ui/dialog'
import { onDemand } from '@/components/ui/on-demand'
import { Skeleton } from '@/components/ui/skeleton'
import { useAction } from '@/components/use-action'
import type { SecurityOverview } from '@/server/modules/second-factors/schema.ts'

// Shown only after new codes were created.
const RecoveryCodes = dynamic(async () => (await import('@/components/security/recovery-codes')).RecoveryCodes)
const AuthenticatorDialog = onDemand(
  async () => (await import('@/components/security/authenticator-dialog')).AuthenticatorDialog,
)

/** Two-factor authentication of the signed-in user: authenticator app and recovery codes. */
export function TwoFactorCard() {
  const trpc = useTRPC()
  const overview = useQuery(trpc.second_factors.overview.queryOptions())
  const is_on = overview.data && (overview.data.authenticator !== null || overview.data.passkeys.length > 0)
  return (
    <SectionCard
      title={
        <span className="flex flex-wrap items-center gap-2">
          Two-factor authentication
          {overview.data ? <Badge tone={is_on ? 'success' : 'neutral'}>{is_on ? 'On' : 'Off'}</Badge> : null}
        </span>
      }
      description={
        is_on
          ? 'Signing in with your password also asks for a code or a passkey.'
          : 'Protects your account if someone learns your password. Add an authenticator app or a passkey.'
      }
    >
      <Loaded query={overview} as="h3" loading={<Skeleton className="h-24 w-full" />}>
        {(data) => <Methods overview={data} />}
      </Loaded>
    </SectionCard>
  )
}

function Methods({ overview }: { overview: SecurityOverview }) {
  const { authenticator, passkeys, recovery_codes_left: left } = overview
  return (
    <ul className="grid divide-y divide-border">
      <AuthenticatorRow authenticator={authenticator} />
      {authenticator || passkeys.length > 0 ? <RecoveryRow count={left} /> : null}
    </ul>
  )
}

interface MethodProps {
  icon: ReactNode
  title: ReactNode
  children: ReactNode
  actions: ReactNode
}

function Method({ icon, title, children, actions }: MethodProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-sm first:pt-0 last:pb-0">
      {icon}
      <div className="grid min-w-0 flex-1 basis-40 gap-0.5">
        <span className="flex flex-wrap items-center gap-2 font-medium">{title}</span>
        <span className="text-muted-foreground">{children}</span>
      </div>
      <div className="flex gap-1 max-sm:ps-9">{actions}</div>
    </li>
  )
}

function AuthenticatorRow({ authenticator }: { authenticator: SecurityOverview['authenticator'] }) {
  const trpc = useTRPC()
  const me = useQuery(trpc.users.me.queryOptions())
  const offer = useAction(trpc.second_factors.offerAuthenticator)
  const remove = useAction(trpc.second_factors.removeAuthenticator, { invalidates: trpc.second_factors })
  return (
    <Method
      icon={<Smartphone aria-hidden className="size-5 shrink-0 text-muted-foreground" />}
      title="Authenticator app"
      actions={
        <>
          <Button
            variant={authenticator ? 'ghost' : 'outline'}
            size="sm"
            pending={offer.isPending}
            onClick={() => offer.start()}
          >
            {authenticator ? 'Replace app' : 'Set up app'}
          </Button>
          {authenticator ? (
            <ConfirmDialog
              trigger={
                <Button variant="ghost" size="sm">
                  Remove app
                </Button>
              }
              title="Remove authenticator app?"
              description="Codes from your app stop working. Without a passkey, this turns off two-factor authentication."
              confirmLabel="Remove app"
              tone="destructive"
              onConfirm={() => remove.run(undefined, 'Authenticator app removed')}
            />
          ) : null}
          <AuthenticatorDialog
            offer={offer.data}
            email_address={me.data?.email_address ?? ''}
            onClose={() => offer.reset()}
          />
        </>
      }
    >
      {authenticator ? (
        <>
          Added <RelativeTime at={authenticator.created_at} />
          {authenticator.last_used_at ? (
            <>
              {' · used '}
              <RelativeTime at={authenticator.last_used_at} />
            </>
          ) : null}
        </>
      ) : (
        'Codes from an app such as Google Authenticator or 1Password.'
      )}
    </Method>
  )
}

const FEW_CODES = 3

function RecoveryRow({ count }: { count: number }) {
  const trpc = useTRPC()
  const me = useQuery(trpc.users.me.queryOptions())
  const renew = useAction(trpc.second_factors.renewRecoveryCodes, { invalidates: trpc.second_factors })
  const [codes, setCodes] = useState<string[]>()
  return (
    <Method
      icon={<LifeBuoy aria-hidden className="size-5 shrink-0 text-muted-foreground" />}
      title={
        <>
          Recovery codes
          {count <= FEW_CODES ? <Badge tone="warning">{count === 0 ? 'None left' : `${count} left`}</Badge> : null}
        </>
      }
      actions={
        <>
          <ConfirmDialog
            trigger="Create new codes"
            title="Create new recovery codes?"
            description="You get ten new codes. The old ones no longer work."
            confirmLabel="Create codes"
            onConfirm={async () => {
              setCodes(await renew.run())
            }}
          />
          <DialogRoot open={codes !== undefined} onClose={() => setCodes(undefined)}>
            <RecoveryCodes
              codes={codes ?? []}
              email_address={me.data?.email_address ?? ''}
              onDone={() => setCodes(undefined)}
            />
          </DialogRoot>
        </>
      }
    >
      {count} of 10 left. For when you lose your phone or passkey.
    </Method>
  )
}
