import { zodResolver } from '@hookform/resolvers/zod'
import { NameDialog } from '@/components/name-dialog'
import { clearSent } from '@/components/sent-values'
import { useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import { type Tag, TagInput } from '@/server/modules/tags/schema.ts'

interface TagDialogProps {
  /** Undefined: a new tag. */
  tag?: Tag
  open: boolean
  onClose: () => void
  onSaved: () => Promise<unknown> | unknown
}

export function TagDialog({ tag, open, onClose, onSaved }: TagDialogProps) {
  const trpc = useTRPC()
  const create = useAction(trpc.tags.create)
  const rename = useAction(trpc.tags.rename)
  const form = useStoredForm({ resolver: zodResolver(TagInput), values: { name: tag?.name ?? '' } })

  async function save({ name }: TagInput) {
    if (tag) await rename.run({ id: tag.id, name })
    else await create.run({ name })
    await onSaved()
    toast.success(tag ? `Renamed to “${name}”` : `Created “${name}”`)
    clearSent(form, { name: '' })
    onClose()
  }

  return (
    <NameDialog
      title={tag ? 'Rename tag' : 'New tag'}
      description={
        tag
          ? 'Tagged subscribers keep the tag. Emails that show content by tag use the new name.'
          : 'Use a short name you will recognize later.'
      }
      form={form}
      onSubmit={save}
      submitLabel={tag ? 'Rename tag' : 'Create tag'}
      open={open}
      onClose={onClose}
      placeholder="Workshop 2026"
    />
  )
}
