import { useRef, useState } from 'react'
import { errorText } from '@/components/error-text'
import { ChevronsUpDown, Plus } from '@/components/generated/icons'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from '@/components/ui/command'
import { Field } from '@/components/ui/field'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { toast } from '@/components/ui/sonner'
import { chooseText } from './choose-text'
import type { ChoiceKind } from './queries'
import { useChoices } from './use-choices'

export interface ChoiceFieldProps {
  kind: ChoiceKind
  label: string
  noun: string
  /** Null: `any`. Zero: nothing is chosen. */
  value: number | null
  /** Name of the chosen item. Null: loading. Undefined: deleted. */
  name: string | null | undefined
  /** Gets the name of a newly chosen or created item. */
  onChange: (id: number | null, name?: string) => void
  /** Label of the option that includes everything. */
  any?: string
  /** Creates an item with the typed name and returns its ID. */
  onCreate?: (name: string) => Promise<number>
  /** An item to leave out. */
  except?: number
  error?: string | undefined
  hideLabel?: boolean
  className?: string
}

/** Chooses one item, searched by name. Tags can be created in place. */
export function ChoiceField({ value, name: known, ...props }: ChoiceFieldProps) {
  const { kind, label, hideLabel = false, className, noun, onChange, any, onCreate, except, error } = props
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const query = search.trim()
  const { matches = [], isSettled, has_more, error: problem } = useChoices(kind, search, { enabled: open })
  const offeredChoices = matches.filter(({ id }) => id !== except)
  const exists = matches.some(({ name }) => name.toLowerCase() === query.toLowerCase())
  const name = value === null ? any : value === 0 ? undefined : known
  const missing = value !== null && value !== 0 && name === undefined
  // Use the latest callback: other fields may have changed while an item was being created.
  const latest = useRef(onChange)
  latest.current = onChange

  function choose(id: number | null, chosen?: string) {
    latest.current(id, chosen)
    setOpen(false)
    setSearch('')
  }
  async function create() {
    try {
      choose((await onCreate?.(query)) ?? 0, query)
    } catch (failure) {
      toast.error(errorText(failure))
    }
  }

  return (
    <Popover open={open} onOpenChange={setOpen}>
      <Field
        label={label}
        hideLabel={hideLabel}
        className={className}
        error={error ?? (missing ? `This ${noun} was deleted. Choose another.` : undefined)}
      >
        <PopoverTrigger asChild>
          <Button variant="outline" className="w-full justify-between font-normal">
            {/* `w-0` keeps a long name from widening the panel. */}
            <span className={cn('w-0 grow truncate text-start', !name && 'text-muted-foreground')}>
              {name === null ? '…' : (name ?? chooseText(noun))}
            </span>
            <ChevronsUpDown aria-hidden className="text-muted-foreground" />
          </Button>
        </PopoverTrigger>
      </Field>
      <PopoverContent
        aria-label={label}
        align="start"
        className="w-[max(16rem,var(--radix-popover-trigger-width))] max-w-(--radix-popover-content-available-width) p-0"
      >
        <Command shouldFilter={false} label={label}>
          <CommandInput
            placeholder={
              onCreate ? `Find or create a ${noun}` : /^[aeiou]/.test(noun) ? `Find an ${noun}` : `Find a ${noun}`
            }
            value={search}
            onValueChange={setSearch}
          />
          <CommandList>
            <CommandEmpty>
              {problem
                ? errorText(problem)
                : !isSettled
                  ? 'Searching…'
                  : onCreate
                    ? `Type a name to create a ${noun}`
                    : `No ${noun}s found`}
            </CommandEmpty>
            {any !== undefined && !query ? (
              <CommandItem value="any" onSelect={() => choose(null)}>
                {any}
              </CommandItem>
            ) : null}
            {offeredChoices.map((one) => (
              <CommandItem key={one.id} value={String(one.id)} onSelect={() => choose(one.id, one.name)}>
                <span className="truncate">{one.name}</span>
              </CommandItem>
            ))}
            {onCreate && query && isSettled && !exists ? (
              <CommandItem value={`create ${query}`} onSelect={() => void create()}>
                <Plus aria-hidden /> Create “{query}”
              </CommandItem>
            ) : null}
          </CommandList>
          {has_more && isSettled ? (
            <p className="border-border border-t px-3 py-2 text-muted-foreground text-xs">
              Type a name to find others.
            </p>
          ) : null}
        </Command>
      </PopoverContent>
    </Popover>
  )
}
