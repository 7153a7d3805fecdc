'use client'

import { ChevronsUpDown, Plus } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '@/components/error-text'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from '@/components/ui/command'
import { Field } from '@/components/ui/field'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { toast } from '@/components/ui/sonner'
import { type Choice, MOST_CHOICES } from '../../use-names'

interface ChoicePickerProps {
  label: string
  noun: string
  choices: readonly Choice[] | undefined
  /** Null: `any`. Zero: nothing chosen yet. */
  value: number | null
  /** With the name of what was chosen or created. */
  onChange: (id: number | null, name?: string) => void
  /** The name of the choice of all. */
  any?: string
  /** Creates what was typed and returns its id. */
  onCreate?: (name: string) => Promise<number>
  error?: string | undefined
}

const SHOWN = 50

/** One of many, with search. Tags can be created in place. */
export function ChoicePicker({ label, noun, choices, value, onChange, any, onCreate, error }: ChoicePickerProps) {
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const wanted = search.trim()
  const found = (choices ?? []).filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()))
  const exists = found.some(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  const current = value === null ? any : choices?.find(({ id }) => id === value)?.name
  const missing = value !== null && value !== 0 && choices && choices.length < MOST_CHOICES && current === undefined

  function choose(id: number | null, name?: string) {
    onChange(id, name)
    setOpen(false)
    setSearch('')
  }
  async function create() {
    try {
      choose((await onCreate?.(wanted)) ?? 0, wanted)
    } catch (problem) {
      toast.error(errorText(problem))
    }
  }

  return (
    <Popover open={open} onOpenChange={setOpen}>
      <Field label={label} error={error ?? (missing ? `This ${noun} was deleted. Choose another.` : undefined)}>
        <PopoverTrigger asChild>
          <Button variant="outline" className="w-full justify-between font-normal">
            <span className={cn('truncate', !current && 'text-muted-foreground')}>{current ?? `Choose a ${noun}`}</span>
            <ChevronsUpDown aria-hidden className="text-muted-foreground" />
          </Button>
        </PopoverTrigger>
      </Field>
      <PopoverContent align="start" className="w-[max(16rem,var(--radix-popover-trigger-width))] p-0">
        <Command shouldFilter={false} label={label}>
          <CommandInput
            placeholder={onCreate ? `Find or create a ${noun}` : `Find a ${noun}`}
            value={search}
            onValueChange={setSearch}
          />
          <CommandList>
            <CommandEmpty>
              {choices === undefined ? 'Loading…' : onCreate ? `Type a name to create a ${noun}` : `No ${noun}s found`}
            </CommandEmpty>
            {any !== undefined && !wanted ? (
              <CommandItem value="any" onSelect={() => choose(null)}>
                {any}
              </CommandItem>
            ) : null}
            {found.slice(0, SHOWN).map(({ id, name }) => (
              <CommandItem key={id} value={String(id)} onSelect={() => choose(id, name)}>
                <span className="truncate">{name}</span>
              </CommandItem>
            ))}
            {onCreate && wanted && !exists ? (
              <CommandItem value={`create ${wanted}`} onSelect={() => void create()}>
                <Plus aria-hidden /> Create “{wanted}”
              </CommandItem>
            ) : null}
          </CommandList>
        </Command>
      </PopoverContent>
    </Popover>
  )
}
