'use client'

import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { bySchema } from '@/components/form-schema'
import { RelativeTime } from '@/components/relative-time'
import { clearSent } from '@/components/sent-values'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { Form, InputField } from '@/components/ui/form'
import { SelectInput } from '@/components/ui/select'
import { useAction } from '@/components/use-action'
import { roleOptions } from './roles'

export function InvitationsCard() {
  const trpc = useTRPC()
  const invitations = useQuery(trpc.team.invitations.queryOptions())
  const invite = useAction(trpc.team.invite, { invalidates: trpc.team.invitations })
  const revoke = useAction(trpc.team.withdraw, { invalidates: trpc.team.invitations })
  const form = useForm({
    resolver: bySchema(async () => (await import('@/server/modules/accounts/settings-schema.ts')).InvitationInput),
    defaultValues: { email_address: '', role: 'editor' as const },
  })
  return (
    <SectionCard
      title="Invite a team member"
      description="We email a link that works for seven days."
      className="grid gap-6"
    >
      <Form
        form={form}
        onSubmit={async (values) => {
          await invite.run(values, `Invited ${values.email_address}`)
          clearSent(form)
        }}
      >
        <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_10rem_auto]">
          <InputField
            control={form.control}
            name="email_address"
            label="Email address"
            type="email"
            autoComplete="off"
            placeholder="jonas@example.net"
          />
          <InputField as={SelectInput} control={form.control} name="role" label="Role" options={roleOptions()} />
          <Button type="submit" className="sm:mt-7" pending={form.formState.isSubmitting}>
            Invite
          </Button>
        </div>
      </Form>
      {invitations.data && invitations.data.length > 0 ? (
        <ul className="grid divide-y divide-border border-border border-t text-sm">
          {invitations.data.map((invitation) => (
            <li key={invitation.id} className="flex items-center justify-between gap-4 py-3">
              <span className="grid min-w-0 gap-0.5">
                <span className="font-medium [overflow-wrap:anywhere]">{invitation.email_address}</span>
                <span className="text-muted-foreground">
                  {roleOptions().find(({ value }) => value === invitation.role)?.label} ·{' '}
                  {invitation.is_expired ? 'expired' : 'expires'} <RelativeTime at={invitation.expires_at} />
                </span>
              </span>
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Withdraw ${invitation.email_address}’s invitation`}
                onClick={() => revoke.start({ id: invitation.id })}
              >
                Withdraw
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </SectionCard>
  )
}
