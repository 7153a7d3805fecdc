import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form-dialog'
import { bySchema } from '@/components/form-schema'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { InputField } from '@/components/ui/form'
import { Textarea } from '@/components/ui/textarea'
import { useAction } from '@/components/use-action'
import type { SubscriberProfile } from '@/server/modules/subscribers/schema.ts'

/** Restores a bounced subscriber and records the reason in the history. */
export function RestoreDialog({ subscriber }: { subscriber: SubscriberProfile }) {
  const trpc = useTRPC()
  const [open, setOpen] = useState(false)
  const restore = useAction(trpc.subscribers.restore, { invalidates: trpc.subscribers, done: 'Subscriber restored' })
  const form = useForm({
    resolver: bySchema(async () =>
      (await import('@/server/modules/subscribers/schema.ts')).RestoreInput.pick({ reason: true }),
    ),
    defaultValues: { reason: '' },
  })
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Restore subscriber
      </Button>
      <FormDialog
        title={`Restore ${subscriber.email_address}?`}
        description="An email to this address bounced. Restore it only if you know the mailbox works. Sending to addresses that don’t exist hurts your reputation."
        form={form}
        open={open}
        onClose={() => setOpen(false)}
        submitLabel="Restore subscriber"
        onSubmit={async ({ reason }) => {
          await restore.run({ id: subscriber.id, reason })
          setOpen(false)
        }}
      >
        <InputField
          as={Textarea}
          control={form.control}
          name="reason"
          label="Reason"
          description="Kept in the subscriber’s history."
          rows={3}
          placeholder="They wrote to me from this address today."
        />
      </FormDialog>
    </>
  )
}
