'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { Trash2 } from '@/components/generated/icons'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { useAction } from '@/components/use-action'
import { contentsText } from '@/server/modules/deletion/values-schema.ts'

/** Schedules the deletion of the account. Owners only. */
export function DeleteAccountCard() {
  const trpc = useTRPC()
  const [is_open, setOpen] = useState(false)
  const contents = useQuery(trpc.deletion.contents.queryOptions(undefined, { enabled: is_open }))
  const schedule = useAction(trpc.deletion.schedule)
  const { data } = contents
  return (
    <IfRole atLeast="owner">
      <SectionCard
        title="Delete account"
        description="Stops everything that leaves the account now, and deletes it after a waiting period. Until then you can keep it or download everything."
      >
        <Button variant="outline" onClick={() => setOpen(true)}>
          <Trash2 aria-hidden /> Delete account
        </Button>
        <ConfirmDialog
          open={is_open}
          onClose={() => setOpen(false)}
          title={data ? `Delete “${data.name}”?` : 'Delete this account?'}
          description={
            data
              ? `In ${data.days} ${data.days === 1 ? 'day' : 'days'} this will be deleted: ${contentsText(data)}. ${usersText(data.users)} Nothing is sent until then, and automations, webhooks and the API stop now.`
              : contents.error
                ? contents.error.message
                : 'Counting what will be deleted …'
          }
          confirmLabel="Delete account"
          tone="destructive"
          disabled={!data}
          {...(data && { confirmText: data.name })}
          onConfirm={async () => {
            await schedule.run({ name: data?.name.trim() ?? '' })
            // A full page load, because the dashboard now redirects to the page about the deletion.
            window.location.assign('/')
          }}
        />
      </SectionCard>
    </IfRole>
  )
}

const usersText = (users: number) =>
  users === 0
    ? 'Everyone keeps their sign-in.'
    : users === 1
      ? 'One team member belongs to no other account, and their sign-in is deleted too.'
      : `${users} team members belong to no other account, and their sign-in is deleted too.`
