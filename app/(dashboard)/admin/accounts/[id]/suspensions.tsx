import { RelativeTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { useAction } from '@/components/use-action'
import { text } from '@/server/lib/locale/texts.ts'
import type { Suspendable } from '@/server/modules/accounts/settings-schema.ts'
import { SUSPENDABLE } from '@/server/modules/accounts/values-schema.ts'
import type { AccountDetail } from '@/server/modules/admin/accounts-schema.ts'
import { ActionsCard, type AdminAction } from '../../actions-card'

const EFFECTS: Record<Suspendable, string> = {
  sign_in: 'Members are signed out and cannot open the account.',
  api: 'API keys and installed apps are refused.',
  sending: 'Sending stops within seconds. Unsent messages stay queued.',
}
const PARTS = Object.keys(SUSPENDABLE) as Suspendable[]

/** Suspends and releases sign-in, the API and sending independently. */
export function Suspensions({ account: { id: account_id, name, suspensions } }: { account: AccountDetail }) {
  const trpc = useTRPC()
  const suspend = useAction(trpc.admin.accounts.suspend, { invalidates: trpc.admin.accounts })
  const release = useAction(trpc.admin.accounts.release, { invalidates: trpc.admin.accounts })
  const actionsOf = (part: Suspendable): AdminAction[] => {
    const label = text(SUSPENDABLE[part].label)
    const suspension = suspensions.find((one) => one.what === part)
    return [
      {
        key: `release ${part}`,
        isHidden: !suspension,
        title: (
          <>
            {label}
            <Badge tone="danger">Suspended</Badge>
          </>
        ),
        text: suspension ? (
          <>
            {suspension.by ? `${suspension.by}, ` : ''}
            {suspension.since ? <RelativeTime at={suspension.since} /> : null}
            {suspension.reason ? `: ${suspension.reason}` : ''}
          </>
        ) : null,
        verb: 'Release',
        ariaLabel: `Release ${label}`,
        question: {
          title: `Release ${label} for ${name}?`,
          description: 'It works again within seconds. The owners are notified by email.',
          confirmLabel: 'Release',
          onConfirm: () => release.run({ account_id, what: part }, `${label} released`),
        },
      },
      {
        key: `suspend ${part}`,
        isHidden: Boolean(suspension),
        title: label,
        text: 'Allowed',
        verb: 'Suspend',
        ariaLabel: `Suspend ${label}`,
        question: {
          title: `Suspend ${label} for ${name}`,
          description: EFFECTS[part],
          hint: 'Sent to the owners and recorded in the audit log.',
          confirmLabel: 'Suspend',
          onConfirm: (reason) => suspend.run({ account_id, what: part, reason }, `${label} suspended`),
        },
      },
    ]
  }
  return (
    <ActionsCard
      title="Access"
      description="Suspensions take effect within seconds. Owners are notified by email."
      actions={PARTS.flatMap(actionsOf)}
    />
  )
}
