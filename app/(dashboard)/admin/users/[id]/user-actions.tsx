'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import { toast } from '@/components/ui/sonner'
import type { UserDetail } from '@/server/modules/admin/users-schema.ts'
import { ReasonDialog } from '../../ask-reason'

/** Actions of an administrator for a user. Each is recorded in the audit log. */
export function UserActions({ user }: { user: UserDetail }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { id: user_id, email } = user
  const [asking, setAsking] = useState<'sessions' | 'factors' | 'revoke'>()
  const refresh = () => client.invalidateQueries(trpc.admin.users.pathFilter())
  const end = useMutation(trpc.admin.users.endSessions.mutationOptions())
  const resend = useMutation(trpc.admin.users.resendVerification.mutationOptions())
  const removeFactors = useMutation(trpc.admin.users.removeFactors.mutationOptions())
  const grant = useMutation(trpc.admin.users.grant.mutationOptions())
  const revoke = useMutation(trpc.admin.users.revoke.mutationOptions())
  const close = () => setAsking(undefined)
  const done = async (text: string) => {
    await refresh()
    toast.success(text)
  }
  return (
    <Card>
      <CardHeader title="Actions" description="Each is recorded in the audit log." />
      <CardContent>
        <ul className="grid divide-y divide-border">
          <Action title="Sessions" text="Signs the user out in every browser.">
            <Button variant="outline" size="sm" onClick={() => setAsking('sessions')}>
              End all sessions
            </Button>
          </Action>
          {user.is_verified ? null : (
            <Action title="Verification" text="Emails a link that verifies the address and sets a new password.">
              <ConfirmDialog
                trigger={
                  <Button variant="outline" size="sm">
                    Send link
                  </Button>
                }
                title={`Send a link to ${email}?`}
                description="Following it verifies the address and sets a new password."
                confirmLabel="Send link"
                onConfirm={async () => {
                  await resend.mutateAsync({ user_id })
                  await done('Link sent')
                }}
              />
            </Action>
          )}
          {user.has_authenticator || user.has_passkey ? (
            <Action title="Second factors" text="For a user who lost them. Check first who is asking.">
              <Button variant="outline" size="sm" onClick={() => setAsking('factors')}>
                Remove
              </Button>
            </Action>
          ) : null}
          <Action title="Administration" text="Administrators can see and change all accounts of this instance.">
            {user.is_admin ? (
              <Button variant="outline" size="sm" onClick={() => setAsking('revoke')}>
                Remove administrator
              </Button>
            ) : (
              <ConfirmDialog
                trigger={
                  <Button variant="outline" size="sm">
                    Make administrator
                  </Button>
                }
                title={`Make ${email} an administrator?`}
                description="They can see and change all accounts of this instance. They are notified by email."
                confirmLabel="Make administrator"
                onConfirm={async () => {
                  await grant.mutateAsync({ user_id })
                  await done('Administrator added')
                }}
              />
            )}
          </Action>
        </ul>
      </CardContent>
      <ReasonDialog
        open={asking === 'sessions'}
        onClose={close}
        title={`End all sessions of ${email}`}
        description="They have to sign in again in every browser."
        hint="Recorded in the audit log."
        submitLabel="End sessions"
        onSubmit={async (reason) => {
          await end.mutateAsync({ user_id, reason })
          await done('Sessions ended')
        }}
      />
      <ReasonDialog
        open={asking === 'factors'}
        onClose={close}
        title={`Remove the second factors of ${email}`}
        description="Removes the authenticator app, all passkeys and recovery codes, and ends all sessions. They are notified by email."
        label="How did you check who is asking?"
        rule="check"
        hint="Recorded in the audit log."
        submitLabel="Remove second factors"
        onSubmit={async (check) => {
          await removeFactors.mutateAsync({ user_id, check })
          await done('Second factors removed')
        }}
      />
      <ReasonDialog
        open={asking === 'revoke'}
        onClose={close}
        title={`Remove ${email} from the administrators`}
        description="They keep their own accounts. They are notified by email."
        hint="Recorded in the audit log."
        submitLabel="Remove administrator"
        onSubmit={async (reason) => {
          await revoke.mutateAsync({ user_id, reason })
          await done('Administrator removed')
        }}
      />
    </Card>
  )
}

function Action({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-sm first:pt-0 last:pb-0">
      <div className="grid min-w-48 flex-1 gap-0.5">
        <span className="font-medium">{title}</span>
        <span className="text-muted-foreground">{text}</span>
      </div>
      {children}
    </li>
  )
}
