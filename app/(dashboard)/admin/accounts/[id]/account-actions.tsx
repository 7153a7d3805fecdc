'use client'

import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { DateTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { AccountDetail } from '@/server/modules/admin/accounts-schema.ts'
import { ReasonDialog } from '../../ask-reason'
import { DeleteAccountDialog } from './delete-account-dialog'

/** Views, exports and deletes an account. Each is an entry of the audit log. */
export function AccountActions({ account: { id: account_id, name, deletes_at } }: { account: AccountDetail }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [asking, setAsking] = useState<'view' | 'export' | 'delete'>()
  const view = useAction(trpc.admin.accounts.view)
  const exportForOwners = useAction(trpc.admin.accounts.exportForOwners, { done: 'Export started' })
  const cancel = useAction(trpc.account_deletions.cancel, { invalidates: trpc.admin.accounts })
  const refresh = () => client.invalidateQueries(trpc.admin.accounts.pathFilter())
  const close = () => setAsking(undefined)
  return (
    <SectionCard title="Actions" description="Each is recorded in the audit log and in the account’s security log.">
      <ul className="grid divide-y divide-border">
        <Action title="View as" text="Opens the dashboard of the account, read-only, for 30 minutes.">
          <Button variant="outline" size="sm" onClick={() => setAsking('view')}>
            View account
          </Button>
        </Action>
        <Action title="Export for the owners" text="They get an email with the link. You cannot read the file.">
          <Button variant="outline" size="sm" onClick={() => setAsking('export')}>
            Start export
          </Button>
        </Action>
        {deletes_at ? (
          <Action
            title="Deletion"
            text={
              <>
                Scheduled for <DateTime at={deletes_at} />. Nothing leaves the account.
              </>
            }
          >
            <ConfirmDialog
              trigger={
                <Button variant="outline" size="sm">
                  Keep account
                </Button>
              }
              title={`Cancel the deletion of ${name}?`}
              description="Everything works as before. The owners are notified by email."
              confirmLabel="Keep account"
              onConfirm={() => cancel.run({ account_id }, 'Deletion canceled')}
            />
          </Action>
        ) : (
          <Action title="Delete" text="After a waiting period, in which owners can keep the account.">
            <Button variant="outline" size="sm" onClick={() => setAsking('delete')}>
              Delete account
            </Button>
          </Action>
        )}
      </ul>

      <ReasonDialog
        open={asking === 'view'}
        onClose={close}
        title={`View ${name}`}
        description="You see what a viewer of the account sees. Nothing can be changed or downloaded until you stop."
        hint="The owners read it in their security log."
        submitLabel="View account"
        onSubmit={async (reason) => {
          await view.run({ account_id, reason })
          // A full page load, so no data of another account stays in the browser.
          window.location.assign('/')
          return new Promise(() => undefined)
        }}
      />
      <ReasonDialog
        open={asking === 'export'}
        onClose={close}
        title={`Export ${name} for its owners`}
        description="A ZIP file with everything in the account. Owners get an email when it is ready."
        hint="The owners read it in their security log."
        submitLabel="Start export"
        onSubmit={(reason) => exportForOwners.run({ account_id, reason })}
      />
      <DeleteAccountDialog
        account_id={account_id}
        open={asking === 'delete'}
        onClose={close}
        onScheduled={async () => {
          await refresh()
          toast.success('Deletion scheduled')
        }}
      />
    </SectionCard>
  )
}

function Action({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-4 py-3 text-sm first:pt-0 last:pb-0">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <span className="font-medium">{title}</span>
        <span className="text-muted-foreground">{text}</span>
      </div>
      {children}
    </li>
  )
}
