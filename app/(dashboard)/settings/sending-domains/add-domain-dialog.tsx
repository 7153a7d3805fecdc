'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useForm } from 'react-hook-form'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { Form, FormField } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { NewSendingDomain } from '@/server/modules/sending-domains/schema.ts'

export function AddDomainDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const add = useMutation(trpc.sending_domains.add.mutationOptions())
  const form = useForm({ resolver: zodResolver(NewSendingDomain), defaultValues: { domain: '' } })

  async function save(input: NewSendingDomain) {
    const { id } = await add.mutateAsync(input)
    await client.invalidateQueries(trpc.sending_domains.list.pathFilter())
    form.reset()
    onClose()
    router.push(`/settings/sending-domains/${id}`)
  }

  return (
    <Dialog open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <DialogContent
        title="Add sending domain"
        description="The part of your sending address after the @. Next, we show the DNS records to add."
      >
        <Form form={form} onSubmit={save}>
          <FormField control={form.control} name="domain" label="Domain">
            {(field) => (
              <Input
                {...field}
                autoFocus
                autoCapitalize="none"
                autoComplete="off"
                inputMode="url"
                spellCheck={false}
                placeholder="studio-north.com"
              />
            )}
          </FormField>
          <DialogFooter>
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" pending={form.formState.isSubmitting}>
              Add domain
            </Button>
          </DialogFooter>
        </Form>
      </DialogContent>
    </Dialog>
  )
}
