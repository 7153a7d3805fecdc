'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { bySchema } from '@/components/form-schema'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { Form, FormField } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { toast } from '@/components/ui/sonner'
import type { SubscriberProfile } from '@/server/modules/subscribers/schema.ts'

interface EditSubscriberProps {
  subscriber: SubscriberProfile
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function EditSubscriberDialog({ subscriber, open, onOpenChange }: EditSubscriberProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const update = useMutation(trpc.subscribers.update.mutationOptions())
  const form = useForm({
    resolver: bySchema(async () => (await import('../subscriber-form')).SubscriberForm),
    values: { email_address: subscriber.email_address, first_name: subscriber.first_name ?? '' },
  })
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title="Edit subscriber" description="Changing the address keeps tags and history.">
        <Form
          form={form}
          onSubmit={async ({ email_address, first_name }) => {
            await update.mutateAsync({ id: subscriber.id, email_address, first_name: first_name || null })
            await client.invalidateQueries(trpc.subscribers.pathFilter())
            toast.success('Subscriber saved')
            onOpenChange(false)
          }}
        >
          <FormField control={form.control} name="email_address" label="Email address">
            {(field) => <Input {...field} type="email" autoComplete="off" />}
          </FormField>
          <FormField control={form.control} name="first_name" label="First name" optional>
            {(field) => <Input {...field} autoComplete="off" />}
          </FormField>
          <DialogFooter>
            <Button variant="outline" onClick={() => onOpenChange(false)}>
              Cancel
            </Button>
            <Button type="submit" pending={form.formState.isSubmitting}>
              Save
            </Button>
          </DialogFooter>
        </Form>
      </DialogContent>
    </Dialog>
  )
}
