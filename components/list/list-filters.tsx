'use client'

import { type UseQueryStatesKeysMap, useQueryStates } from 'nuqs'
import type { ReactNode } from 'react'
import { EmptyState } from '@/components/empty-state'
import { formatNumber } from '@/components/format'
import { CURSOR } from '@/components/list/cursor'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { SelectInput } from '@/components/ui/select'
import { Tabs, TabsList, TabsTrigger } from '@/components/ui/tabs'

/** The filters of a list, kept in the URL. A changed filter shows the first page, because a cursor belongs to its filters. */
export function useListFilters<Filters extends UseQueryStatesKeysMap>(filters: Filters) {
  const [values, setValues] = useQueryStates(filters)
  const [, setCursor] = useQueryStates(CURSOR)
  const setFilters: typeof setValues = (...changes) => {
    void setCursor({ after: null, before: null })
    return setValues(...changes)
  }
  const clear = () => {
    void setCursor({ after: null, before: null })
    void setValues(null)
  }
  return { values, setFilters, clear }
}

interface FilterProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string; count?: number }[]
}

interface FilterSelectProps<Value extends string> extends FilterProps<Value> {
  /** The option without this filter. */
  all: string
  value: Value | null
  onChange: (value: Value | null) => void
  className?: string
}

/** Two filters of one width in each row of a phone. */
const HALF_ON_PHONES = 'max-sm:w-[calc(50%-0.25rem)]'

export function FilterSelect<Value extends string>({
  label,
  all,
  value,
  options,
  onChange,
  className = 'w-40',
}: FilterSelectProps<Value>) {
  return (
    <SelectInput
      aria-label={label}
      className={cn(className, HALF_ON_PHONES)}
      value={value ?? 'all'}
      options={[{ value: 'all', label: all }, ...options]}
      onChange={(chosen) => onChange(options.find((option) => option.value === chosen)?.value ?? null)}
    />
  )
}

interface FilterTabsProps<Value extends string> extends FilterProps<Value> {
  value: Value
  onChange: (value: Value | null) => void
}

export function FilterTabs<Value extends string>({ label, value, options, onChange }: FilterTabsProps<Value>) {
  return (
    <Tabs
      value={value}
      onValueChange={(chosen) => onChange(options.find((option) => option.value === chosen)?.value ?? null)}
    >
      <TabsList aria-label={label}>
        {options.map((option) => (
          <TabsTrigger key={option.value} value={option.value} aria-controls={undefined}>
            {option.label}
            {option.count === undefined ? null : (
              <span className="figures font-normal text-muted-foreground">{formatNumber(option.count)}</span>
            )}
          </TabsTrigger>
        ))}
      </TabsList>
    </Tabs>
  )
}

interface NothingFoundProps {
  title: string
  description?: ReactNode
  clearLabel?: string
  onClear: () => void
}

/** The empty state of a filtered list. */
export function NothingFound({ title, description, clearLabel = 'Clear filters', onClear }: NothingFoundProps) {
  return (
    <EmptyState
      illustration="search"
      title={title}
      description={description}
      actions={
        <Button variant="outline" onClick={onClear}>
          {clearLabel}
        </Button>
      }
    />
  )
}
