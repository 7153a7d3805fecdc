'use client'

import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@/components/ui/dropdown-menu'
import { ConditionCard } from './condition-card'
import { type Condition, KINDS } from './conditions'

interface ConditionListProps {
  title: string
  /** Says what no conditions mean. */
  empty: string
  /** The conditions at the beginning; later changes come from here only. */
  value: readonly Condition[]
  onChange: (conditions: Condition[]) => void
}

/** The conditions of a filter, all of which must hold. */
export function ConditionList({ title, empty, value, onChange }: ConditionListProps) {
  const [keyed, setKeyed] = useState(() => value.map((condition, key) => ({ key, condition })))
  const next_key = useRef(value.length)
  function set(next: typeof keyed) {
    setKeyed(next)
    onChange(next.map(({ condition }) => condition))
  }
  return (
    <section className="grid gap-3" aria-label="Conditions">
      <h2 className="font-semibold text-base tracking-tight">{title}</h2>
      {keyed.map(({ key, condition }) => (
        <ConditionCard
          key={key}
          condition={condition}
          onChange={(changed) => set(keyed.map((one) => (one.key === key ? { key, condition: changed } : one)))}
          onRemove={() => set(keyed.filter((one) => one.key !== key))}
        />
      ))}
      {keyed.length === 0 ? <p className="text-muted-foreground text-sm">{empty}</p> : null}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline" className="w-fit">
            <Plus aria-hidden /> Add condition
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start">
          {KINDS.map(({ type, label, make }) => (
            <DropdownMenuItem
              key={type}
              onSelect={() => set([...keyed, { key: next_key.current++, condition: make() }])}
            >
              {label}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
    </section>
  )
}
