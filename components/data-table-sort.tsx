import type { Column, Sort } from '@/components/data-table-head'
import { ArrowDown, ArrowUp } from '@/components/generated/icons'
import { IconButton } from '@/components/ui/button'
import { SelectInput } from '@/components/ui/select'
import { t } from '@/server/lib/locale/texts.ts'

interface PhoneSortProps<Row> {
  columns: readonly Column<Row>[]
  sort: Sort
}

/** The sort menu of a list on a phone, where column heads are hidden. */
export function PhoneSort<Row>({ columns, sort: { field, order, usual, onChange, onRefused } }: PhoneSortProps<Row>) {
  const sortable = columns.flatMap((column) => (column.sort ? [{ ...column, sort: column.sort }] : []))
  if (sortable.length === 0) return null
  const Icon = order === 'asc' ? ArrowUp : ArrowDown
  const options = sortable.map(({ sort, header }) => ({ value: sort, label: header }))
  function choose(next: string) {
    if (next === usual?.field) return onChange(next, 'desc')
    const column = sortable.find(({ sort }) => sort === next)
    if (column?.unsortable) return onRefused?.(next)
    onChange(next, column?.sortFirst ?? 'desc')
  }
  return (
    <div className="flex items-center gap-2 md:hidden">
      <SelectInput
        aria-label="Sort by"
        className="min-w-0 flex-1"
        value={field}
        options={usual ? [{ value: usual.field, label: usual.label }, ...options] : options}
        onChange={choose}
      />
      {field === usual?.field ? null : (
        <IconButton
          icon={Icon}
          label={order === 'asc' ? t`Sort descending` : t`Sort ascending`}
          variant="outline"
          size="icon"
          onClick={() => onChange(field, order === 'asc' ? 'desc' : 'asc')}
        />
      )}
    </div>
  )
}
