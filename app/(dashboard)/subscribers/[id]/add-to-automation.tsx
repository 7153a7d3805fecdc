import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { Plus } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from '@/components/ui/command'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { useAction } from '@/components/use-action'

interface AddToAutomationProps {
  subscriber_id: number
  /** Name of the subscriber. */
  name: string
}

interface Chosen {
  id: number
  name: string
}

/** Adds the subscriber to a live automation, after a confirmation. */
export function AddToAutomation({ subscriber_id, name }: AddToAutomationProps) {
  const trpc = useTRPC()
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [chosenAutomation, setChosenAutomation] = useState<Chosen>()
  const found = useQuery(
    trpc.automations.list.queryOptions({ search: search.trim() || undefined, per_page: 50 }, { enabled: open }),
  )
  const live = found.data?.rows.filter(({ state }) => state === 'live')
  return (
    <>
      <Popover open={open} onOpenChange={setOpen}>
        <PopoverTrigger asChild>
          <Button variant="outline" size="sm">
            <Plus aria-hidden /> Add
            <span className="sr-only"> to an automation</span>
          </Button>
        </PopoverTrigger>
        <PopoverContent aria-label="Choose an automation" align="end" className="w-80 p-0">
          <Command shouldFilter={false} label="Choose an automation">
            <CommandInput placeholder="Find an automation" value={search} onValueChange={setSearch} />
            <CommandList>
              <CommandEmpty>{live ? 'No live automations found' : 'Searching…'}</CommandEmpty>
              {live?.map((automation) => (
                <CommandItem
                  key={automation.id}
                  value={String(automation.id)}
                  onSelect={() => {
                    setOpen(false)
                    setChosenAutomation(automation)
                  }}
                >
                  <span className="truncate">{automation.name}</span>
                </CommandItem>
              ))}
            </CommandList>
          </Command>
        </PopoverContent>
      </Popover>
      {chosenAutomation ? (
        <AddDialog
          automation={chosenAutomation}
          subscriber_id={subscriber_id}
          name={name}
          onClose={() => setChosenAutomation(undefined)}
        />
      ) : null}
    </>
  )
}

function AddDialog({
  automation,
  subscriber_id,
  name,
  onClose,
}: AddToAutomationProps & { automation: Chosen; onClose: () => void }) {
  const trpc = useTRPC()
  const { id } = automation
  const source = { kind: 'subscribers' as const, subscriber_ids: [subscriber_id] }
  const preview = useQuery(trpc.automations.previewAdding.queryOptions({ id, source }, { staleTime: 0, gcTime: 0 }))
  const add = useAction(trpc.automations.addFrom, { invalidates: trpc.automations })
  const { data } = preview
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Add ${name} to “${automation.name}”?`}
      description={preview.error?.message ?? (data ? textOf(data) : 'Checking…')}
      confirmLabel="Add subscriber"
      disabled={!data?.entering}
      onConfirm={() => add.run({ id, source }, `Added ${name} to “${automation.name}”`)}
    />
  )
}

function textOf({ entering, inactive }: { entering: number; inactive: number }): string {
  if (inactive > 0) return 'They are unsubscribed or not confirmed, so they cannot enter.'
  return entering > 0
    ? 'They begin with the first step now.'
    : 'They are inside already, or were and may not enter again.'
}
