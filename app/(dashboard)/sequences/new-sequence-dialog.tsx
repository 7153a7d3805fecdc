'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { Form, FormField } from '@/components/ui/form'
import { Input } from '@/components/ui/input'

const Naming = z.object({ name: z.string().trim().min(1, 'Enter a name').max(255) })

export function NewSequenceDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const create = useMutation(trpc.sequences.create.mutationOptions())
  const form = useForm({ resolver: zodResolver(Naming), defaultValues: { name: '' } })
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <DialogContent
        title="New sequence"
        description="Only you see the name. Nothing is sent until you publish an email."
      >
        <Form
          form={form}
          onSubmit={async ({ name }) => {
            const { id } = await create.mutateAsync({ name })
            await client.invalidateQueries(trpc.sequences.pathFilter())
            router.push(`/sequences/${id}`)
          }}
        >
          <FormField control={form.control} name="name" label="Name">
            {(field) => <Input {...field} autoFocus autoComplete="off" placeholder="Welcome series" />}
          </FormField>
          <DialogFooter>
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" pending={form.formState.isSubmitting}>
              Create sequence
            </Button>
          </DialogFooter>
        </Form>
      </DialogContent>
    </Dialog>
  )
}
