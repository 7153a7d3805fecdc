import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NameDialog } from '@/components/name-dialog'
import { clearSent } from '@/components/sent-values'
import { useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { Field } from '@/components/ui/field'
import { InputField } from '@/components/ui/form'
import { SelectInput } from '@/components/ui/select'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import { type Topic, TopicInput } from '@/server/modules/tags/schema.ts'

interface TopicDialogProps {
  /** Undefined: a new topic. */
  topic?: Topic
  open: boolean
  onClose: () => void
  onSaved: () => Promise<unknown>
}

export function TopicDialog({ topic, open, onClose, onSaved }: TopicDialogProps) {
  const trpc = useTRPC()
  const [tag_id, setTag] = useState<string>()
  const tags = useQuery(trpc.tags.list.queryOptions({ per_page: 1000 }, { enabled: open && !topic }))
  const save = useAction(trpc.tags.saveTopic)
  const form = useStoredForm({
    resolver: zodResolver(TopicInput),
    values: { name: topic?.name ?? '', description: topic?.description ?? '' },
  })
  const id = topic?.id ?? Number(tag_id)

  async function store(input: TopicInput) {
    await save.run({ ...input, id })
    await onSaved()
    toast.success(topic ? `Saved “${input.name}”` : `Created “${input.name}”`)
    setTag(undefined)
    clearSent(form, { name: '', description: '' })
    onClose()
  }

  return (
    <NameDialog
      title={topic ? 'Edit topic' : 'New topic'}
      description="Subscribers see the public name and the description. They do not see the tag’s name."
      form={form}
      onSubmit={store}
      submitLabel={topic ? 'Save topic' : 'Create topic'}
      submitDisabled={!topic && !tag_id}
      open={open}
      onClose={onClose}
      label="Public name"
      placeholder="Weekly news"
      above={
        topic ? null : (
          <Field label="Tag">
            <SelectInput
              placeholder={tags.data?.rows.length === 0 ? 'No tags yet' : 'Choose a tag'}
              value={tag_id}
              options={(tags.data?.rows ?? []).map((tag) => ({ value: String(tag.id), label: tag.name }))}
              onChange={setTag}
            />
          </Field>
        )
      }
    >
      <InputField
        control={form.control}
        name="description"
        label="Description (optional)"
        autoComplete="off"
        placeholder="One email every Sunday"
      />
    </NameDialog>
  )
}
