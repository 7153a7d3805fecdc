import { DateTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { useAction } from '@/components/use-action'
import type { AccountDetail } from '@/server/modules/admin/accounts-schema.ts'
import { ActionsCard } from '../../actions-card'
import { DeleteAccountDialog } from './delete-account-dialog'

/** Views, exports and deletes an account, each with an entry in the audit log. */
export function AccountActions({ account: { id: account_id, name, deletes_at } }: { account: AccountDetail }) {
  const trpc = useTRPC()
  const view = useAction(trpc.admin.accounts.view)
  const exportForOwners = useAction(trpc.admin.accounts.exportForOwners, { done: 'Export started' })
  const cancel = useAction(trpc.account_deletions.cancel, { invalidates: trpc.admin.accounts })
  return (
    <ActionsCard
      description="Each is recorded in the audit log and in the account’s security log."
      actions={[
        {
          key: 'view',
          title: 'View as',
          text: 'Opens the dashboard of the account, read-only, for 30 minutes.',
          verb: 'View account',
          question: {
            title: `View ${name}`,
            description:
              'You see what a viewer of the account sees. Nothing can be changed or downloaded until you stop.',
            hint: 'The owners read it in their security log.',
            confirmLabel: 'View account',
            onConfirm: async (reason) => {
              await view.run({ account_id, reason })
              // A full page load, so no data of another account stays in the browser.
              window.location.assign('/')
              return new Promise(() => undefined)
            },
          },
        },
        {
          key: 'export',
          title: 'Export for the owners',
          text: 'They get an email with the link. You cannot read the file.',
          verb: 'Start export',
          question: {
            title: `Export ${name} for its owners`,
            description: 'A ZIP file with everything in the account. Owners get an email when it is ready.',
            hint: 'The owners read it in their security log.',
            confirmLabel: 'Start export',
            onConfirm: (reason) => exportForOwners.run({ account_id, reason }),
          },
        },
        {
          key: 'keep',
          isHidden: !deletes_at,
          title: 'Deletion',
          text: deletes_at ? (
            <>
              Scheduled for <DateTime at={deletes_at} />. Nothing leaves the account.
            </>
          ) : null,
          verb: 'Keep account',
          question: {
            title: `Cancel ${name}’s deletion?`,
            description: 'Everything works as before. The owners are notified by email.',
            confirmLabel: 'Keep account',
            onConfirm: () => cancel.run({ account_id }, 'Deletion canceled'),
          },
        },
        {
          key: 'delete',
          isHidden: Boolean(deletes_at),
          title: 'Delete',
          text: 'After a waiting period, in which owners can keep the account.',
          verb: 'Delete account',
          question: (dialog) => <DeleteAccountDialog account_id={account_id} {...dialog} />,
        },
      ]}
    />
  )
}
