import { useRef, useState } from 'react'
import { Plus } from '@/components/generated/icons'
import { Button } from '@/components/ui/button'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@/components/ui/dropdown-menu'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import type { Filter } from '@/server/modules/subscribers/filter-schema.ts'
import { ConditionCard } from './condition-card'
import { isEngagement, KINDS } from './conditions'

interface ConditionListProps {
  title: string
  /** Explains what an empty list means. */
  empty: string
  /** The initial filter. Later changes come only from here. */
  value: Filter
  onChange: (filter: Filter) => void
}

export const COUNTING = [
  { value: 'raw', label: 'each time' },
  { value: 'unique_email', label: 'once per email' },
]

/** Conditions of a filter, all of which must match. */
export function ConditionList({ title, empty, value, onChange }: ConditionListProps) {
  const [rows, setRows] = useState(() => value.all.map((condition, key) => ({ key, condition })))
  const next_key = useRef(value.all.length)
  function set(next: typeof rows) {
    setRows(next)
    onChange({ ...value, all: next.map(({ condition }) => condition) })
  }
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label="Conditions">
      <h2 className="font-semibold text-base tracking-tight">{title}</h2>
      {rows.map(({ key, condition }) => (
        <ConditionCard
          key={key}
          condition={condition}
          onChange={(changed) => set(rows.map((one) => (one.key === key ? { key, condition: changed } : one)))}
          onRemove={() => set(rows.filter((one) => one.key !== key))}
        />
      ))}
      {rows.length === 0 ? <p className="text-muted-foreground text-sm">{empty}</p> : null}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline" className="w-fit">
            <Plus aria-hidden /> Add condition
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start">
          {KINDS.map(({ type, label, make }) => (
            <DropdownMenuItem
              label={label}
              key={type}
              onSelect={() => set([...rows, { key: next_key.current++, condition: make() }])}
            />
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      {rows.some(({ condition }) => isEngagement(condition)) ? (
        <Field label="Opens and clicks count">
          <SelectInput
            value={value.counting_mode}
            options={COUNTING}
            onChange={(mode) => onChange({ ...value, counting_mode: mode as Filter['counting_mode'] })}
          />
        </Field>
      ) : null}
    </section>
  )
}
