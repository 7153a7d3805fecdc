import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { FormDialog } from '@/components/form-dialog'
import { bySchema } from '@/components/form-schema'
import { UserPlus } from '@/components/generated/icons'
import { useKeyset } from '@/components/keyset'
import { ListSection } from '@/components/list/list-page'
import { RowMenu } from '@/components/list/row-menu'
import { clearSent } from '@/components/sent-values'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { InputField } from '@/components/ui/form'
import { useAction } from '@/components/use-action'
import { invitationsQuery } from './queries'

const STATES = { open: 'Open', expired: 'Expired', accepted: 'Accepted' }
const TONES = { open: 'info', expired: 'warning', accepted: 'success' } as const

/** Invitations to create a separate account. */
export function InstanceInvitations() {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const [inviting, setInviting] = useState(false)
  const [invitationToRevoke, setInvitationToRevoke] = useState<{ id: number; email: string }>()
  const list = useQuery(invitationsQuery(trpc, cursor))
  const invite = useAction(trpc.admin.invitations.invite, { invalidates: trpc.admin.invitations })
  const resend = useAction(trpc.admin.invitations.resend, {
    invalidates: trpc.admin.invitations,
    done: 'Invitation sent again',
  })
  const revoke = useAction(trpc.admin.invitations.revoke, { invalidates: trpc.admin.invitations })
  const form = useForm({
    resolver: bySchema(async () => (await import('./invitation-form')).InvitationForm),
    defaultValues: { email_address: '' },
  })
  return (
    <section aria-labelledby="invitations" className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="invitations" className="font-semibold text-lg tracking-tight">
            Invitations
          </h2>
          <p className="text-muted-foreground text-sm">
            To create an account of their own, also while sign-up is limited.
          </p>
        </div>
        <Button variant="outline" onClick={() => setInviting(true)}>
          <UserPlus aria-hidden /> Invite user
        </Button>
      </div>
      <ListSection
        caption="Invitations"
        list={list}
        rowId={({ id }) => id}
        rowLabel={({ email }) => email}
        columns={[
          {
            header: 'Email address',
            lines: ({ email, invited_by }) => [email, invited_by ? `Invited by ${invited_by}` : null],
          },
          {
            header: 'State',
            phone: 'aside',
            cell: ({ state }) => <Badge tone={TONES[state]}>{STATES[state]}</Badge>,
          },
          { header: 'Expires', date: ({ expires_at }) => expires_at, phone: 'hidden' },
        ]}
        rowActions={(row) =>
          row.state === 'accepted' ? null : (
            <RowMenu name={row.email}>
              <DropdownMenuItem onSelect={() => resend.start(row)}>Send again</DropdownMenuItem>
              <DropdownMenuItem
                label="Revoke invitation"
                variant="destructive"
                onSelect={() => setInvitationToRevoke(row)}
              />
            </RowMenu>
          )
        }
        empty={{
          as: 'h3',
          illustration: 'emails',
          title: 'No invitations yet',
          description: 'Invite users to create an account by email.',
        }}
      />
      <FormDialog
        title="Invite user"
        description="They get an email with a link to create an account. It works for 14 days."
        form={form}
        open={inviting}
        onClose={() => setInviting(false)}
        submitLabel="Send invitation"
        onSubmit={async (values) => {
          await invite.run(values, 'Invitation sent')
          clearSent(form)
          setInviting(false)
        }}
      >
        <InputField
          control={form.control}
          name="email_address"
          label="Email address"
          type="email"
          inputMode="email"
          autoComplete="off"
        />
      </FormDialog>
      <ConfirmDialog
        open={invitationToRevoke !== undefined}
        onClose={() => setInvitationToRevoke(undefined)}
        title={invitationToRevoke ? `Revoke ${invitationToRevoke.email}’s invitation?` : null}
        description="The link in the email no longer works. You can invite the address again."
        confirmLabel="Revoke invitation"
        tone="destructive"
        onConfirm={() => invitationToRevoke && revoke.run({ id: invitationToRevoke.id }, 'Invitation revoked')}
      />
    </section>
  )
}
