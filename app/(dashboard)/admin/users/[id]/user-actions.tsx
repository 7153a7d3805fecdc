'use client'

import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { useAction } from '@/components/use-action'
import type { UserDetail } from '@/server/modules/admin/users-schema.ts'
import { ReasonDialog } from '../../ask-reason'

/** Actions of an administrator for a user. Each is recorded in the audit log. */
export function UserActions({ user }: { user: UserDetail }) {
  const trpc = useTRPC()
  const { id: user_id, email } = user
  const [asking, setAsking] = useState<'sessions' | 'factors' | 'revoke'>()
  const options = { invalidates: trpc.admin.users }
  const end = useAction(trpc.admin.users.endSessions, options)
  const resend = useAction(trpc.admin.users.resendVerification, options)
  const removeFactors = useAction(trpc.admin.users.removeFactors, options)
  const grant = useAction(trpc.admin.users.grant, options)
  const revoke = useAction(trpc.admin.users.revoke, options)
  const close = () => setAsking(undefined)
  return (
    <SectionCard title="Actions" description="Each is recorded in the audit log.">
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
              onConfirm={() => resend.run({ user_id }, 'Link sent')}
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
              onConfirm={() => grant.run({ user_id }, 'Administrator added')}
            />
          )}
        </Action>
      </ul>

      <ReasonDialog
        open={asking === 'sessions'}
        onClose={close}
        title={`End all sessions of ${email}`}
        description="They have to sign in again in every browser."
        hint="Recorded in the audit log."
        submitLabel="End sessions"
        onSubmit={(reason) => end.run({ user_id, reason }, 'Sessions ended')}
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
        onSubmit={(check) => removeFactors.run({ user_id, check }, 'Second factors removed')}
      />
      <ReasonDialog
        open={asking === 'revoke'}
        onClose={close}
        title={`Remove ${email} from the administrators`}
        description="They keep their own accounts. They are notified by email."
        hint="Recorded in the audit log."
        submitLabel="Remove administrator"
        onSubmit={(reason) => revoke.run({ user_id, reason }, 'Administrator removed')}
      />
    </SectionCard>
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
