import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { NameDialog } from '@/components/name-dialog'
import { useTRPC } from '@/components/trpc-provider'
import { useAction } from '@/components/use-action'
import type { Kind } from '@/server/modules/automations/schema.ts'

export const Naming = z.object({ name: z.string().trim().min(1, 'Enter a name').max(200) })

const TEXTS = {
  rule: {
    title: 'New rule',
    description: 'When something happens, do something. Only you see the name.',
    submit: 'Create rule',
    example: 'Tag new buyers',
  },
  visual: {
    title: 'New automation',
    description: 'A path with emails, waits and conditions. Only you see the name.',
    submit: 'Create automation',
    example: 'Welcome new subscribers',
  },
} satisfies Record<Kind, object>

interface NewAutomationDialogProps {
  kind: Kind
  open: boolean
  onClose: () => unknown
}

/** Creates a draft and opens it. Nothing runs before it is published. */
export function NewAutomationDialog({ kind, open, onClose }: NewAutomationDialogProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const create = useAction(trpc.automations.create)
  const form = useForm({ resolver: zodResolver(Naming), defaultValues: { name: '' } })
  const { title, description, submit, example } = TEXTS[kind]

  async function save({ name }: z.infer<typeof Naming>) {
    const automation = await create.run({ name, kind })
    client.setQueryData(trpc.automations.get.queryKey({ id: automation.id }), automation)
    // Otherwise, going back would open the dialog again.
    await onClose()
    router.push(`/automations/${automation.id}`)
    void client.invalidateQueries({ queryKey: trpc.automations.list.queryKey() })
  }

  return (
    <NameDialog
      title={title}
      description={description}
      form={form}
      onSubmit={save}
      submitLabel={submit}
      open={open}
      onClose={onClose}
      placeholder={example}
    />
  )
}
