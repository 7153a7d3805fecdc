import { useState } from 'react'
import { useChoices } from '@/components/choices/use-choices'
import { errorText } from '@/components/error-text'
import { Plus } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from '@/components/ui/command'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'

/** Adds the subscriber to a sequence. `name` is their display name. */
export function AddToSequence({ id, name }: { id: number; name: string }) {
  const trpc = useTRPC()
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const { matches = [], isSettled, error } = useChoices('sequence', search, { enabled: open })
  const enroll = useAction(trpc.sequences.enroll, { invalidates: [trpc.sequences, trpc.subscribers] })
  const add = (sequence: { id: number; name: string }) => {
    setOpen(false)
    enroll.start({ sequence_id: sequence.id, id }, ({ created }) => {
      if (created) toast.success(`${name} added to “${sequence.name}”`)
      else toast.info(`${name} is already in “${sequence.name}”`)
    })
  }
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="outline" size="sm" pending={enroll.isPending}>
          <Plus aria-hidden /> Add
          <span className="sr-only"> to a sequence</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Choose a sequence" align="end" className="w-80 p-0">
        <Command shouldFilter={false} label="Choose a sequence">
          <CommandInput placeholder="Find a sequence" value={search} onValueChange={setSearch} />
          <CommandList>
            <CommandEmpty>{error ? errorText(error) : isSettled ? 'No sequences found' : 'Searching…'}</CommandEmpty>
            {matches.map((one) => (
              <CommandItem key={one.id} value={String(one.id)} onSelect={() => add(one)}>
                <span className="truncate">{one.name}</span>
              </CommandItem>
            ))}
          </CommandList>
        </Command>
      </PopoverContent>
    </Popover>
  )
}
