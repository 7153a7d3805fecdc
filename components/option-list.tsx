import { useState } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ScrollArea } from '@/components/ui/scroll-area'

interface OptionListProps {
  label: string
  /** Noun for an option. */
  noun: string
  /** Undefined while loading. */
  options: readonly { id: number; name: string }[] | undefined
  chosenIds: readonly number[]
  onChange: (chosen: number[]) => void
  /** Set if the options come from a search. `has_more` tells whether there are more results. */
  search?: { value: string; onChange: (search: string) => void; has_more: boolean }
}

const SEARCHED_FROM = 9

/** Multiple choice with search. Hides a chosen option that no longer exists, and keeps it until the choice changes. */
export function OptionList({ label, noun, options, chosenIds, onChange, search }: OptionListProps) {
  const [typedText, setTypedText] = useState('')
  const plural = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`
  const wanted = search ? '' : typedText.trim().toLowerCase()
  const shownOptions = (options ?? []).filter(({ name }) => name.toLowerCase().includes(wanted))
  const is_searched = (options?.length ?? 0) >= SEARCHED_FROM || search?.has_more || Boolean(search?.value)
  return (
    <fieldset className="grid min-w-0 gap-2 rounded-lg border border-border p-2">
      <legend className="sr-only">{label}</legend>
      <span aria-hidden className="px-1.5 font-medium text-muted-foreground text-xs">
        {label}
      </span>
      {is_searched ? (
        <Input
          aria-label={`Find a ${noun}`}
          placeholder={`Find a ${noun}`}
          value={search?.value ?? typedText}
          onChange={(event) => (search?.onChange ?? setTypedText)(event.target.value)}
        />
      ) : null}
      <ScrollArea label={label} className="max-h-48">
        <div className="grid gap-2.5 p-1.5">
          {shownOptions.map(({ id, name }) => (
            <Field key={id} layout="inline" label={name}>
              <Checkbox
                checked={chosenIds.includes(id)}
                onCheckedChange={(checked) =>
                  onChange(checked ? [...chosenIds, id] : chosenIds.filter((one) => one !== id))
                }
              />
            </Field>
          ))}
          {options && shownOptions.length === 0 ? (
            <p className="text-muted-foreground text-sm">
              {options.length === 0 && !search?.value ? `No ${plural} yet.` : `No ${plural} found.`}
            </p>
          ) : null}
          {search?.has_more ? <p className="text-muted-foreground text-sm">Type a name to find others.</p> : null}
        </div>
      </ScrollArea>
    </fieldset>
  )
}
