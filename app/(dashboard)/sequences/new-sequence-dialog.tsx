'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '@/components/form-dialog'
import { useTRPC } from '@/components/trpc-provider'
import { FormField } from '@/components/ui/form'
import { Input } from '@/components/ui/input'

const Naming = z.object({ name: z.string().trim().min(1, 'Enter a name').max(255) })

export function NewSequenceDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const create = useMutation(trpc.sequences.create.mutationOptions())
  const form = useForm({ resolver: zodResolver(Naming), defaultValues: { name: '' } })

  async function save({ name }: z.infer<typeof Naming>) {
    const { id } = await create.mutateAsync({ name })
    await client.invalidateQueries(trpc.sequences.pathFilter())
    router.push(`/sequences/${id}`)
  }

  return (
    <FormDialog
      title="New sequence"
      description="Only you see the name. Nothing is sent until you publish an email."
      form={form}
      onSubmit={save}
      submitLabel="Create sequence"
      open={open}
      onClose={onClose}
    >
      <FormField control={form.control} name="name" label="Name">
        {(field) => <Input {...field} autoFocus autoComplete="off" placeholder="Welcome series" />}
      </FormField>
    </FormDialog>
  )
}
