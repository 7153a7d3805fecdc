import { type UseQueryStatesKeysMap, useQueryStates } from 'nuqs'
import type { ReactNode } from 'react'
import { EmptyState } from '@/components/empty-state'
import { formatNumber } from '@/components/format'
import { CURSOR } from '@/components/list/cursor'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { SelectInput } from '@/components/ui/select'
import { Tabs, TabsList, TabsTrigger } from '@/components/ui/tabs'

/** A list's filters, kept in the URL. Changing a filter returns to the first page, because a cursor belongs to its filters. */
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
  /** Connects a `FilterSelect` to the filter. */
  const select = <Name extends keyof Filters>(name: Name) => ({
    value: values[name],
    onChange: (value: (typeof values)[Name] | null) => void setFilters({ [name]: value } as Partial<typeof values>),
  })
  return { values, setFilters, clear, select }
}

interface Option<Value extends string> {
  value: Value
  label: string
  count?: number
}

interface FilterSelectProps<Value extends string> {
  label: string
  options: readonly Option<Value>[] | Readonly<Record<Value, string>>
  /** Label of the option that turns the filter off. */
  all?: string
  /** Option that applies while the filter is not set, instead of `all`. */
  usual?: Value
  value: Value | null
  onChange: (value: Value | null) => void
  className?: string
}

/** Fits two filters of equal width into each row on a phone. */
const HALF_ON_PHONES = 'max-sm:w-[calc(50%-0.25rem)]'

export function FilterSelect<Value extends string>({
  label,
  options,
  usual,
  all = optionsOf(options).find(({ value }) => value === usual)?.label ?? '',
  value,
  onChange,
  className = 'w-40',
}: FilterSelectProps<Value>) {
  const otherOptions = optionsOf(options).filter((option) => option.value !== usual)
  return (
    <SelectInput
      aria-label={label}
      className={cn(className, HALF_ON_PHONES)}
      value={value === null || value === usual ? 'all' : value}
      options={[{ value: 'all', label: all }, ...otherOptions]}
      onChange={(chosen) => onChange(otherOptions.find((option) => option.value === chosen)?.value ?? null)}
    />
  )
}

const isList = <Value extends string>(
  options: FilterSelectProps<Value>['options'],
): options is readonly Option<Value>[] => Array.isArray(options)

const optionsOf = <Value extends string>(options: FilterSelectProps<Value>['options']): readonly Option<Value>[] =>
  isList(options)
    ? options
    : Object.entries<string>(options).map(([value, label]) => ({ value: value as Value, label }))

/** Shown while a list is filtered. */
export const ClearFilters = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <Button variant="ghost" size="sm" onClick={onClear}>
      Clear filters
    </Button>
  ) : null

interface FilterTabsProps<Value extends string> {
  label: string
  options: readonly Option<Value>[]
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

/** Empty state of a filtered list. */
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
