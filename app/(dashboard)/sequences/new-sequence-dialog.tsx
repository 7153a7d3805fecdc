import { zodResolver } from '@hookform/resolvers/zod'
import { useRouter } from 'next/navigation'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { NameDialog } from '@/components/name-dialog'
import { useTRPC } from '@/components/trpc-provider'
import { useAction } from '@/components/use-action'

const Naming = z.object({ name: z.string().trim().min(1, 'Enter a name').max(255) })

export function NewSequenceDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const trpc = useTRPC()
  const router = useRouter()
  const create = useAction(trpc.sequences.create, { invalidates: trpc.sequences })
  const form = useForm({ resolver: zodResolver(Naming), defaultValues: { name: '' } })

  async function save({ name }: z.infer<typeof Naming>) {
    const { id } = await create.run({ name })
    router.push(`/sequences/${id}`)
  }

  return (
    <NameDialog
      title="New sequence"
      description="Only you see the name. Nothing is sent until you publish an email."
      form={form}
      onSubmit={save}
      submitLabel="Create sequence"
      open={open}
      onClose={onClose}
      placeholder="Welcome series"
    />
  )
}
