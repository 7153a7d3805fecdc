import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OptionList } from '@/components/option-list'
import { useTRPC } from '@/components/trpc-provider'
import { type ChoiceKind, chosenNamesQuery } from './queries'
import { useChoices, withChosen } from './use-choices'

interface ChoiceOptionsProps {
  kind: ChoiceKind
  label: string
  /** Noun for an option. */
  noun: string
  chosenId: readonly number[]
  onChange: (chosen: number[]) => void
}

/** Picks several tags, forms and so on by name. Chosen ones are shown even if they are not among the first. */
export function ChoiceOptions({ kind, label, noun, chosenId, onChange }: ChoiceOptionsProps) {
  const trpc = useTRPC()
  const [search, setSearch] = useState('')
  const { matches, has_more } = useChoices(kind, search, { enabled: true })
  const names = useQuery(chosenNamesQuery(trpc, kind, chosenId))
  const options = matches && (search.trim() ? matches : withChosen(matches, names.data?.[kind] ?? {}, chosenId))
  return (
    <OptionList
      label={label}
      noun={noun}
      options={options}
      chosenIds={chosenId}
      onChange={onChange}
      search={{ value: search, onChange: setSearch, has_more }}
    />
  )
}
