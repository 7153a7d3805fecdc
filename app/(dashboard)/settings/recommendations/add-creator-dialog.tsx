import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { errorText } from '@/components/error-text'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Dialog, DialogActions } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { RadioCard, RadioGroup } from '@/components/ui/radio-group'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import { MAX_NOTE_LENGTH } from '@/server/modules/recommendations/values-schema.ts'

/** Selects a creator by name, and a text about them. */
export function AddCreatorDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Recommend a creator"
      description="Creators of this instance appear here if they have a form and are open to recommendations."
    >
      {open ? <Chooser onClose={onClose} /> : null}
    </Dialog>
  )
}

function Chooser({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [search, setSearch] = useState('')
  const [chosenId, setChosenId] = useState('')
  const [note, setNote] = useState('')
  const asked = useDeferredValue(search.trim())
  const creators = useQuery(trpc.recommendations.find.queryOptions({ search: asked }))
  const add = useAction(trpc.recommendations.add)
  const creator = creators.data?.find(({ id }) => String(id) === chosenId)

  async function save() {
    if (!creator) return
    const view = await add.run({ creator_id: creator.id, note: note || null })
    client.setQueryData(trpc.recommendations.get.queryKey(), view)
    toast.success(`You recommend ${creator.name}`)
    onClose()
  }

  return (
    <div className="grid gap-5">
      {add.error ? <Alert role="alert" tone="danger" title={errorText(add.error)} /> : null}
      <Field label="Name">
        <Input
          autoFocus
          type="search"
          value={search}
          placeholder="Studio North"
          onChange={({ target }) => setSearch(target.value)}
        />
      </Field>
      {creators.data && creators.data.length === 0 ? (
        <p role="status" className="text-muted-foreground text-sm">
          No creator with this name is open to recommendations.
        </p>
      ) : (
        <RadioGroup
          aria-label="Creator"
          className="max-h-64 overflow-y-auto"
          value={chosenId}
          onValueChange={setChosenId}
        >
          {(creators.data ?? []).map(({ id, name, words }) => (
            <RadioCard key={id} value={String(id)} title={name} description={words ?? undefined} />
          ))}
        </RadioGroup>
      )}
      <Field label="Why you recommend them" optional description="Shown instead of their own words.">
        <Input
          value={note}
          maxLength={MAX_NOTE_LENGTH}
          placeholder="The email I open first"
          onChange={({ target }) => setNote(target.value)}
        />
      </Field>
      <DialogActions
        onClose={onClose}
        pending={add.isPending}
        disabled={!creator}
        onConfirm={() => void save().catch(() => {})}
        confirmLabel="Recommend"
      />
    </div>
  )
}
