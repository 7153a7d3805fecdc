'use client'

import { useQuery } from '@tanstack/react-query'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { DataTable } from '@/components/data-table'
import { RelativeTime } from '@/components/relative-time'
import { useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { SelectInput } from '@/components/ui/select'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import { asRole, roleOptions } from './roles'

/** Members of the account and their roles. */
export function Members() {
  const trpc = useTRPC()
  const members = useQuery(trpc.team.members.queryOptions())
  const may_manage = useHasRole('admin')
  const changeRole = useAction(trpc.team.changeRole, {
    invalidates: trpc.team.members,
    evenAfterErrors: true,
    done: 'Role changed',
  })
  const remove = useAction(trpc.team.remove, { invalidates: trpc.team.members })
  const leave = useAction(trpc.team.leave)

  return (
    <DataTable
      caption="Team"
      rows={members.data}
      rowId={(member) => member.user_id}
      query={members}
      empty={null}
      columns={[
        {
          header: 'Member',
          cell: (member) => (
            <span className="grid gap-0.5">
              <span className="flex flex-wrap items-center gap-2">
                {member.name ?? member.email_address}
                {member.is_you ? <Badge tone="neutral">You</Badge> : null}
              </span>
              <span className="font-normal text-muted-foreground [overflow-wrap:anywhere]">{member.email_address}</span>
            </span>
          ),
        },
        {
          header: 'Role',
          phone: 'plain',
          cell: (member) => (
            <SelectInput
              aria-label={`${member.name ?? member.email_address}’s role`}
              className="w-32"
              value={member.role}
              disabled={!may_manage}
              options={roleOptions()}
              onChange={(role) => changeRole.start({ user_id: member.user_id, role: asRole(role) })}
            />
          ),
        },
        {
          header: 'Last seen',
          align: 'end',
          className: 'whitespace-nowrap text-muted-foreground',
          cell: (member) => (member.last_seen_at ? <RelativeTime at={member.last_seen_at} /> : t`Never`),
        },
      ]}
      rowActions={(member) =>
        may_manage || member.is_you ? (
          <ConfirmDialog
            trigger={
              <Button
                variant="ghost"
                size="sm"
                aria-label={member.is_you ? 'Leave account' : `Remove ${member.name ?? member.email_address}`}
              >
                {member.is_you ? 'Leave' : 'Remove'}
              </Button>
            }
            title={member.is_you ? 'Leave this account?' : `Remove ${member.name ?? member.email_address}?`}
            description={
              member.is_you
                ? 'You need a new invitation to come back. API keys you created stop working, and apps you connected lose their access unless they are published.'
                : 'They are signed out and lose this account. API keys they created stop working, and apps they connected lose their access unless they are published.'
            }
            confirmLabel={member.is_you ? 'Leave' : 'Remove'}
            tone="destructive"
            onConfirm={async () => {
              if (member.is_you) {
                await leave.run()
                window.location.assign('/')
                return
              }
              await remove.run({ user_id: member.user_id })
            }}
          />
        ) : null
      }
    />
  )
}
