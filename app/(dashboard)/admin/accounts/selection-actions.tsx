import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { formatCount } from '@/components/format'
import { CirclePause, CirclePlay } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import { ReasonDialog } from '../ask-reason'

/** Suspends or releases sending for the selected accounts. */
export function SelectionActions({ account_ids, onDone }: { account_ids: number[]; onDone: () => void }) {
  const trpc = useTRPC()
  const [is_asking, setAsking] = useState(false)
  const options = { invalidates: trpc.admin.accounts, evenAfterErrors: true }
  const suspend = useAction(trpc.admin.accounts.suspendMany, options)
  const release = useAction(trpc.admin.accounts.releaseMany, options)
  const accounts = formatCount(account_ids.length, 'account')
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setAsking(true)}>
        <CirclePause aria-hidden /> Suspend sending
      </Button>
      <ConfirmDialog
        trigger={
          <Button variant="ghost" size="sm">
            <CirclePlay aria-hidden /> Release sending
          </Button>
        }
        title={`Release sending for ${accounts}?`}
        description="Messages that waited are sent. The owners are notified by email."
        confirmLabel="Release sending"
        onConfirm={async () => {
          const { changed } = await release.run({ account_ids, what: 'sending' })
          toast.success(`Released sending for ${formatCount(changed, 'account')}`)
          onDone()
        }}
      />
      <ReasonDialog
        open={is_asking}
        onClose={() => setAsking(false)}
        title={`Suspend sending for ${accounts}`}
        description="Sending stops within seconds. Unsent messages stay queued."
        hint="Sent to the owners and recorded in the audit log."
        submitLabel="Suspend sending"
        onSubmit={async (reason) => {
          const { changed } = await suspend.run({ account_ids, what: 'sending', reason })
          toast.success(`Suspended sending for ${formatCount(changed, 'account')}`)
          onDone()
        }}
      />
    </>
  )
}
