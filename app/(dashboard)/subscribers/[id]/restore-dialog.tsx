'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { bySchema } from '@/components/form-schema'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { Form, FormField } from '@/components/ui/form'
import { toast } from '@/components/ui/sonner'
import { Textarea } from '@/components/ui/textarea'
import type { SubscriberProfile } from '@/server/modules/subscribers/schema.ts'

/** Restores a bounced subscriber and records the reason in the history. */
export function RestoreDialog({ subscriber }: { subscriber: SubscriberProfile }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const restore = useMutation(trpc.subscribers.restore.mutationOptions())
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
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogContent
          title={`Restore ${subscriber.email_address}?`}
          description="An email to this address bounced. Restore it only if you know the mailbox works. Sending to addresses that don’t exist hurts your reputation."
        >
          <Form
            form={form}
            onSubmit={async ({ reason }) => {
              await restore.mutateAsync({ id: subscriber.id, reason })
              await client.invalidateQueries(trpc.subscribers.pathFilter())
              toast.success('Subscriber restored')
              setOpen(false)
            }}
          >
            <FormField
              control={form.control}
              name="reason"
              label="Reason"
              description="Kept in the subscriber’s history."
            >
              {(field) => <Textarea {...field} rows={3} placeholder="They wrote to me from this address today." />}
            </FormField>
            <DialogFooter>
              <Button variant="outline" onClick={() => setOpen(false)}>
                Cancel
              </Button>
              <Button type="submit" pending={form.formState.isSubmitting}>
                Restore subscriber
              </Button>
            </DialogFooter>
          </Form>
        </DialogContent>
      </Dialog>
    </>
  )
}
