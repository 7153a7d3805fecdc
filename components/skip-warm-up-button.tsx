import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { useTRPC } from '@/components/trpc-provider'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { useAction } from '@/components/use-action'

/** Lifts a domain's daily warm-up limit. For administrators of the instance. */
export function SkipWarmUpButton({ domain }: { domain: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const skip = useAction(trpc.transports.skipWarmUp)
  return (
    <ConfirmDialog
      title={`Skip the warm-up of ${domain}?`}
      description={
        <span className="grid gap-4">
          <span>The domain sends without a daily limit from now on. Messages that wait are sent on their day.</span>
          <Field label="Note" description="Why does this domain need no warm-up?">
            <Textarea value={note} rows={3} maxLength={500} onChange={(event) => setNote(event.target.value)} />
          </Field>
        </span>
      }
      confirmLabel="Skip warm-up"
      onConfirm={async () => {
        await skip.run({ domain, note }, `${domain} sends without a daily limit`)
        setNote('')
        await client.invalidateQueries(trpc.transports.pathFilter())
      }}
      trigger="Skip warm-up"
    />
  )
}
