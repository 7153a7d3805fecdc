import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '@/components/error-text'
import { Plus, X } from '@/components/generated/icons'
import { IfRole } from '@/components/role'
import { unlessEdited } from '@/components/sent-values'
import { TagBadge } from '@/components/tags/tag-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from '@/components/ui/command'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { toast } from '@/components/ui/sonner'
import { toastWithUndo } from '@/components/undo-toast'
import { useAction } from '@/components/use-action'
import type { SubscriberProfile } from '@/server/modules/subscribers/schema.ts'

export function TagsCard({ subscriber }: { subscriber: SubscriberProfile }) {
  const trpc = useTRPC()
  const restore = useAction(trpc.tags.restoreTagging, { invalidates: trpc.subscribers })
  const untag = useAction(trpc.tags.untag, {
    invalidates: trpc.subscribers,
    onDone: ({ tagged_at }, { tag_id, id }) => {
      const name = subscriber.tags.find((tag) => tag.id === tag_id)?.name
      if (tagged_at === null) toast.success(`The tag “${name}” was removed already`)
      else toastWithUndo(`Removed the tag “${name}”`, () => restore.run({ tag_id, id, tagged_at }))
    },
  })
  return (
    <SectionCard
      title="Tags"
      actions={
        <IfRole atLeast="editor">
          <AddTag subscriber={subscriber} />
        </IfRole>
      }
    >
      {subscriber.tags.length === 0 ? (
        <p className="text-muted-foreground text-sm">No tags yet.</p>
      ) : (
        <ul className="flex flex-wrap gap-1.5">
          {subscriber.tags.map((tag) => (
            <li key={tag.id} className="max-w-full">
              <TagBadge id={tag.id} name={tag.name}>
                <IfRole atLeast="editor">
                  <button
                    type="button"
                    aria-label={`Remove tag ${tag.name}`}
                    className="-me-1 rounded-full p-0.5 hover:bg-foreground/10"
                    disabled={untag.isPending}
                    onClick={() => untag.start({ tag_id: tag.id, id: subscriber.id })}
                  >
                    <X aria-hidden />
                  </button>
                </IfRole>
              </TagBadge>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

function AddTag({ subscriber }: { subscriber: SubscriberProfile }) {
  const trpc = useTRPC()
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const tags = useQuery(trpc.tags.list.queryOptions({ per_page: 1000 }, { enabled: open }))
  const create = useAction(trpc.tags.create)
  const tag = useAction(trpc.tags.tag, { invalidates: [trpc.subscribers, trpc.tags] })
  const has = new Set(subscriber.tags.map(({ id }) => id))
  const query = search.trim()
  const matches = (tags.data?.rows ?? []).filter(
    ({ id, name }) => !has.has(id) && name.toLowerCase().includes(query.toLowerCase()),
  )
  const exists = (tags.data?.rows ?? []).some(({ name }) => name.toLowerCase() === query.toLowerCase())

  async function add(tag_id: number | undefined) {
    try {
      const id = tag_id ?? (await create.run({ name: query })).id
      await tag.run({ tag_id: id, id: subscriber.id })
      setSearch(unlessEdited(search, ''))
      setOpen(false)
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="ghost" size="sm">
          <Plus aria-hidden /> Add tag
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Add a tag" align="end" className="w-72 p-0">
        <Command shouldFilter={false} label="Add a tag">
          <CommandInput placeholder="Find or create a tag" value={search} onValueChange={setSearch} />
          <CommandList>
            <CommandEmpty>{tags.isLoading ? 'Loading…' : 'Type a name to create a tag'}</CommandEmpty>
            {matches.slice(0, 50).map(({ id, name }) => (
              <CommandItem key={id} value={String(id)} onSelect={() => void add(id)}>
                {name}
              </CommandItem>
            ))}
            {query && !exists ? (
              <CommandItem value={`create ${query}`} onSelect={() => void add(undefined)}>
                <Plus aria-hidden /> Create “{query}”
              </CommandItem>
            ) : null}
          </CommandList>
        </Command>
      </PopoverContent>
    </Popover>
  )
}
