'use client'

import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { RelativeTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { useAction } from '@/components/use-action'
import { text } from '@/server/lib/locale/texts.ts'
import type { Suspendable } from '@/server/modules/accounts/settings-schema.ts'
import { SUSPENDABLE } from '@/server/modules/accounts/values-schema.ts'
import type { AccountDetail } from '@/server/modules/admin/accounts-schema.ts'
import { ReasonDialog } from '../../ask-reason'

const EFFECTS: Record<Suspendable, string> = {
  sign_in: 'Members are signed out and cannot open the account.',
  api: 'API keys and installed apps are refused.',
  sending: 'Sending stops within seconds. Unsent messages stay queued.',
}
const PARTS = Object.keys(SUSPENDABLE) as Suspendable[]

/** Suspends and releases sign-in, the API and sending, each on its own. */
export function Suspensions({ account: { id: account_id, name, suspensions } }: { account: AccountDetail }) {
  const trpc = useTRPC()
  const [chosen, setChosen] = useState<Suspendable>()
  const suspend = useAction(trpc.admin.accounts.suspend, { invalidates: trpc.admin.accounts })
  const release = useAction(trpc.admin.accounts.release, { invalidates: trpc.admin.accounts })
  return (
    <SectionCard title="Access" description="Suspensions take effect within seconds. Owners are notified by email.">
      <ul className="grid divide-y divide-border">
        {PARTS.map((what) => {
          const label = text(SUSPENDABLE[what].label)
          const suspension = suspensions.find((one) => one.what === what)
          return (
            <li key={what} className="flex items-center gap-4 py-3 text-sm first:pt-0 last:pb-0">
              <div className="grid min-w-0 flex-1 gap-0.5 [overflow-wrap:anywhere]">
                <span className="flex flex-wrap items-center gap-2 font-medium">
                  {label}
                  {suspension ? <Badge tone="danger">Suspended</Badge> : null}
                </span>
                {suspension ? (
                  <span className="text-muted-foreground">
                    {suspension.by ? `${suspension.by}, ` : ''}
                    {suspension.since ? <RelativeTime at={suspension.since} /> : null}
                    {suspension.reason ? `: ${suspension.reason}` : ''}
                  </span>
                ) : (
                  <span className="text-muted-foreground">Allowed</span>
                )}
              </div>
              {suspension ? (
                <ConfirmDialog
                  trigger={
                    <Button variant="outline" size="sm" aria-label={`Release ${label}`}>
                      Release
                    </Button>
                  }
                  title={`Release ${label} of ${name}?`}
                  description="It works again within seconds. The owners are notified by email."
                  confirmLabel="Release"
                  onConfirm={() => release.run({ account_id, what }, `${label} released`)}
                />
              ) : (
                <Button variant="outline" size="sm" aria-label={`Suspend ${label}`} onClick={() => setChosen(what)}>
                  Suspend
                </Button>
              )}
            </li>
          )
        })}
      </ul>

      <ReasonDialog
        open={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        title={chosen ? `Suspend ${text(SUSPENDABLE[chosen].label)} of ${name}` : ''}
        description={chosen ? EFFECTS[chosen] : ''}
        hint="Sent to the owners and recorded in the audit log."
        submitLabel="Suspend"
        onSubmit={(reason) =>
          chosen && suspend.run({ account_id, what: chosen, reason }, `${text(SUSPENDABLE[chosen].label)} suspended`)
        }
      />
    </SectionCard>
  )
}
